import { useSearchParams } from 'react-router';

/** A choice that is kept in the address; the usual one leaves the address without it. */
export function useAddressPart(key: string, usual: string) {
  const [params, setParams] = useSearchParams();
  const choose = (value: string) =>
    setParams(
      (before) => {
        if (value === usual) before.delete(key);
        else before.set(key, value);
        return before;
      },
      { replace: true },
    );
  return [params.get(key) ?? usual, choose] as const;
}
