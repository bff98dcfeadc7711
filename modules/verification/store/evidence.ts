import { ChainedRecord } from '@assay/platform/check/chained-record';

/** The text of an entry in the record of cases, of which its hash is made. */
export const ENTRY_LINE = `concat_ws(' ', entry_id, user_id, case_id, level, kind,
  to_json(by)::text, to_json(detail)::text, at)`;

/** The record of cases as evidence. */
export const verificationEvidence = () =>
  new ChainedRecord({ table: 'verification_log', id: 'entry_id', line: ENTRY_LINE });
