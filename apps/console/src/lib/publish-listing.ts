import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import type { Refusals } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from './call.ts';

interface ListingForm {
  close(): void;
  /** The form's name of a field that the engine calls something else. */
  fieldOf(field: string): string;
  /** The field that says what is listed. */
  readonly named: string;
}

/**
 * Prepares a listing that a second person signs, and closes. What the server has against it stands
 * at the field that it names.
 */
export function usePublishListing<Values>({ close, fieldOf, named }: ListingForm) {
  const { t } = useTranslation();
  return async (body: object, reason: string): Promise<Refusals<Values> | undefined> => {
    const wanted = { type: 'publishListing', body: { ...body }, reason };
    try {
      await call('prepareProposal', { proposalId: crypto.randomUUID(), ...wanted });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { why, field } = error.detail;
      const at = (name: string, text: string) => ({ [name]: text }) as Refusals<Values>;
      if (why === 'badListing')
        return at(
          fieldOf(field ?? ''),
          t(($) => $.markets.listing.wrong),
        );
      if (why === 'alreadyListed')
        return at(
          named,
          t(($) => $.markets.listing.listed),
        );
      return at('form', error.message || t(($) => $.approvals.failed));
    }
    toastSuccess(t(($) => $.parameters.prepared));
    close();
    return undefined;
  };
}
