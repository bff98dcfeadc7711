import { useState } from 'react';
import { useNavigate } from 'react-router';
import { openVirtualAccount } from './virtual-account.ts';

/** Opens the virtual account and goes to a trading page of it. */
export function usePractise(to = '/deal'): { busy: boolean; practise(): void } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const practise = async () => {
    setBusy(true);
    try {
      await openVirtualAccount();
      navigate(to);
    } catch {
      // The API client has already shown why the call failed.
    }
    setBusy(false);
  };
  return { busy, practise: () => void practise() };
}
