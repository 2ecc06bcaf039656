import { defineApp } from '../tool-builder.ts';

/** Banks, bookkeeping, invoices and subscriptions. */
export const MONEY_APPS = [
  ...defineApp('bank', [
    ['get_balance', 'read!', 'Balance of the accounts of the user.'],
    ['list_transactions', 'read!', 'List transactions.', 'account?: target; from?: option; limit?: option#'],
    ['list_payees', 'read', 'List saved payees.'],
    [
      'make_transfer',
      'spend',
      'Transfer money.',
      'iban: account; name?: content; amount: amount#; currency?: option; reference?: content',
    ],
    ['pay_saved_payee', 'spend', 'Pay a saved payee.', 'payee_id: account; amount: amount#; note?: content'],
    [
      'create_standing_order',
      'spend',
      'Pay an amount at intervals.',
      'iban: account; amount: amount#; interval: weekly|monthly|yearly; start?: option',
    ],
    [
      'change_standing_order',
      'spend',
      'Change a standing order.',
      'order_id: target; iban?: account; amount?: amount#; start?: option',
    ],
    ['add_payee', 'admin', 'Save a payee.', 'name: content; iban: account'],
    ['freeze_card', 'admin', 'Block a card.', 'card_id: target'],
    ['raise_card_limit', 'admin', 'Change the limit of a card.', 'card_id: target; limit: amount#'],
    ['download_statement', 'read!', 'Download a statement as PDF.', 'month: option'],
  ]),
  ...defineApp('zengin', [
    ['zandaka_shokai', 'read!', '普通預金の残高を照会します。'],
    ['nyushukkin_meisai', 'read!', '入出金明細を取得します。', 'month?: option'],
    [
      'furikomi',
      'spend',
      '指定口座へ振り込みます。',
      'ginko: target "銀行名と支店名"; koza: account "口座番号"; meigi: content "名義"; kingaku: amount# "金額"',
    ],
    ['furikae_yotei', 'read', '口座振替の予定を取得します。'],
  ]),
  ...defineApp('invoices', [
    ['list_invoices', 'read', 'List invoices.', 'status?: open|paid|overdue'],
    ['get_invoice', 'read', 'Read an invoice.', 'invoice_id: target'],
    [
      'send_invoice',
      'send',
      'Send an invoice to the customer.',
      'customer: recipient; amount: amount#; due?: option; items?: { text: content; price: amount# }[]',
    ],
    ['mark_paid', 'write', 'Mark an invoice as paid.', 'invoice_id: target'],
    [
      'pay_invoice',
      'spend',
      'Pay a supplier invoice.',
      'invoice_id: target; bank_account?: account; amount?: amount#',
    ],
    [
      'book_entry',
      'write',
      'Record a booking in the ledger.',
      'debit: target; credit: target; amount: amount#; text?: content',
    ],
    [
      'update_vendor',
      'admin',
      'Change the record of a supplier.',
      'vendor_id: target; changes: { field: option; value: target }[]',
    ],
    ['remind_customer', 'send', 'Send a payment reminder.', 'invoice_id: target; text?: content'],
  ]),
  ...defineApp('expenses', [
    ['keihi_ichiran', 'read', '経費申請の一覧を取得します。'],
    ['keihi_shinsei', 'write', '経費を申請します。', 'kamoku: option; kingaku: amount#; biko?: content'],
    [
      'submit_expense',
      'write',
      'Submit an expense for approval.',
      'category: option; amount: amount#; text?: content; receipt?: path',
    ],
    ['approve_expense', 'admin', 'Approve an expense of a team member.', 'expense_id: target'],
  ]),
  ...defineApp('subscriptions', [
    ['list_subscriptions', 'read', 'List subscriptions.'],
    [
      'upgrade_plan',
      'spend',
      'Move to another plan. The difference is charged.',
      'plan: target; seats?: amount#',
    ],
    ['end_subscription', 'delete', 'End a subscription.', 'subscription_id: target'],
    ['buy_credits', 'spend', 'Buy usage credits.', 'pack: small|medium|large'],
    ['redeem_voucher', 'spend', 'Redeem a voucher.', 'code: credential; account?: account'],
  ]),
] as const;
