export type { ApiKey, KeyRing } from './ring.ts';
