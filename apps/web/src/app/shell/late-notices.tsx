import { LogAlarm } from '../../features/receipts/log-alarm.tsx';
import '../locales/later/receipts.ts';
import { AgreementChanged } from './agreement-changed.tsx';

/**
 * Notices that can wait until the screen is there, with their code. They have no styles of their
 * own: one that cannot be loaded is an error of the page.
 */
export default function LateNotices() {
  return (
    <>
      <LogAlarm />
      <AgreementChanged />
    </>
  );
}
