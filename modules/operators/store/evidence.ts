import { ChainedRecord } from '@assay/platform/check/chained-record';

/**
 * The text of an entry in the record of staff, of which its hash is made. Entries from before
 * actions had subjects have the text of then: what is null is left out.
 */
export const ACTION_LINE = `concat_ws(' ', action_id, operator_id, to_json(operator_name)::text,
  session_id, action, to_json(ip)::text, at, to_json(subject)::text, detail::text)`;

/** The record of what staff did as evidence. */
export const actionEvidence = () =>
  new ChainedRecord({ table: 'operator_action', id: 'action_id', line: ACTION_LINE });
