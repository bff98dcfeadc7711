import { launchCalls } from './person.ts';
import { launchStaffCalls } from './staff.ts';

export * from './commands.ts';
export { ELIGIBILITIES, GROUNDS, launchCalls, launchLimits as limits } from './person.ts';
export { launchStaffCalls } from './staff.ts';

export const calls = { ...launchCalls, ...launchStaffCalls };
