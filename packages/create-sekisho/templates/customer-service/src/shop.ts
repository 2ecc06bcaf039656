/** The customer who is signed in. Replace it with the session of your web site. */
export const CUSTOMER = { customer_id: 'C-1', email: 'ann@mail.example' };

export interface Order {
  readonly order: string;
  readonly customer: string;
  readonly item: string;
  readonly total: number;
}

/** A shop in memory. Replace it with your database. */
export class Shop {
  readonly orders: readonly Order[] = [
    { order: 'A-17', customer: 'C-1', item: 'lamp', total: 42 },
    { order: 'B-20', customer: 'C-2', item: 'table', total: 900 },
  ];
  readonly refunds: { readonly order: string; readonly amount: number }[] = [];

  /** Only orders of the customer: the gate does not know who owns an order. */
  find(order: string): Order | undefined {
    return this.orders.find((each) => each.order === order && each.customer === CUSTOMER.customer_id);
  }
}
