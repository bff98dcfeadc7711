export { calls } from './calls.ts';
export type { OptionView } from './commands.ts';
