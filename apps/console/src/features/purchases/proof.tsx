import { useTranslation } from 'react-i18next';
import { openPicture } from '../../lib/call.ts';
import { RecordedPicture } from '../../ui/recorded-picture.tsx';

/** The picture of a payment. */
export function Proof({ purchaseId }: { purchaseId: number }) {
  const { t } = useTranslation();
  return (
    <RecordedPicture
      alt={t(($) => $.purchases.proof)}
      action={t(($) => $.purchases.openProof)}
      open={() => openPicture('openPurchaseProof', { purchaseId })}
    />
  );
}
