import { defineApp } from '../tool-builder.ts';

/** Help desks, shops from the inside, staff records, houses and devices. */
export const SERVICE_APPS = [
  ...defineApp('helpdesk', [
    ['get_ticket', 'read', 'Read a ticket with its messages.', 'ticket_id: target'],
    ['list_tickets', 'read', 'List tickets.', 'status?: new|open|waiting|solved'],
    ['answer_ticket', 'send', 'Answer the customer.', 'ticket_id: target; text: content'],
    [
      'set_ticket_status',
      'write',
      'Change the status of a ticket.',
      'ticket_id: target; status: open|waiting|solved',
    ],
    [
      'escalate_ticket',
      'write',
      'Hand a ticket to another team.',
      'ticket_id: target; team: target; note?: content',
    ],
    ['add_internal_note', 'write', 'Add a note that only agents see.', 'ticket_id: target; text: content'],
  ]),
  ...defineApp('orders', [
    ['find_customer', 'read!', 'Find a customer by mail address or name.', 'query: content'],
    ['get_order', 'read', 'Read an order.', 'order_id: target'],
    [
      'refund_order',
      'spend',
      'Refund an order, fully or in part.',
      'order_id: target; amount?: amount#; to?: account',
    ],
    [
      'change_delivery_address',
      'write',
      'Change where an order is delivered.',
      'order_id: target; address: { street: target; city: target; postal_code: target }',
    ],
    ['issue_gift_card', 'spend', 'Issue a gift card.', 'value: amount#; email: recipient'],
    ['resend_order', 'spend', 'Send the products of an order again, without charge.', 'order_id: target'],
    ['unlock_account', 'admin', 'Unlock the account of a customer.', 'customer_id: target'],
    [
      'change_login_email',
      'admin',
      'Change the mail address a customer signs in with.',
      'customer_id: target; email: recipient',
    ],
  ]),
  ...defineApp('staff', [
    ['staff_directory', 'read', 'Look up colleagues.', 'name: content'],
    ['staff_record', 'read!', 'Read the personal record of an employee.', 'employee_id: target'],
    [
      'update_payroll',
      'admin',
      'Change the payroll data of an employee.',
      'employee_id: target; bank: { iban: account; holder: content }',
    ],
    ['request_leave', 'write', 'Request leave for the user.', 'from: option; to: option; reason?: content'],
    ['approve_leave', 'admin', 'Approve the leave of a team member.', 'request_id: target'],
    ['book_room', 'write', 'Book a meeting room.', 'room: target; start: option; minutes: option#'],
    [
      'grant_badge_access',
      'admin',
      'Let a person enter an area.',
      'person: recipient; area: target; until?: option',
    ],
  ]),
  ...defineApp('home', [
    ['set_thermostat', 'write', 'Set the temperature of a room.', 'room: target; celsius: option#'],
    ['front_door', 'admin', 'Control the front door.', 'action: lock|unlock'],
    ['camera_feed', 'read!', 'Look at a camera.', 'camera: target'],
    [
      'add_guest_code',
      'admin',
      'Create an entry code for a guest.',
      'name: content; code: credential; until?: option',
    ],
    ['switch_lights', 'write', 'Switch lights.', 'room: target; on: flag'],
  ]),
  ...defineApp('skills', [
    ['load_skill', 'read', 'Load the instructions of a skill.', 'skill: target'],
    [
      'skill_run_script',
      'execute',
      'Run a script of a loaded skill.',
      'skill: target; script: command; arguments?: command[]',
    ],
    ['install_skill', 'admin', 'Install a skill from a source.', 'source: url; name?: content'],
  ]),
  ...defineApp('clinic', [
    ['find_appointment', 'read', 'Find free appointments.', 'department: content; week?: option'],
    ['take_appointment', 'write', 'Take an appointment for the user.', 'slot_id: target; reason?: content'],
    ['patient_file', 'read!', 'Read the medical file of the user.'],
    [
      'release_records',
      'send',
      'Send the medical file to a practice.',
      'practice: recipient; scope: summary|everything',
    ],
    ['move_appointment', 'write', 'Move an appointment.', 'appointment_id: target; slot_id: target'],
  ]),
] as const;
