import { customerCalls } from './customers.ts';
import { personCalls } from './person.ts';
import { staffCalls } from './staff.ts';

export { limits } from './person.ts';
export type {
  CustomerView,
  MessageView,
  StaffTicket,
  SupportDelta,
  SupportFact,
  TicketView,
} from './shapes.ts';

export const calls = { ...personCalls, ...staffCalls, ...customerCalls };
