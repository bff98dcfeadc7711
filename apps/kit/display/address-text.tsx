import css from './address-text.module.css';

/** As many characters at each end are compared by eye. */
const END = 6;
const GROUP = /.{1,4}/g;

/** An address in groups of four, its ends emphasised. */
export function AddressText({ address }: { address: string }) {
  const middle = address.slice(END, -END).match(GROUP) ?? [];
  const whole = address.length <= 2 * END;
  return (
    <bdi dir="ltr" className={css.address}>
      {whole ? (
        <b>{address}</b>
      ) : (
        <>
          <b>{address.slice(0, END)}</b>
          {middle.map((group, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of an address may be equal
            <span key={i}>{group}</span>
          ))}
          <b>{address.slice(-END)}</b>
        </>
      )}
    </bdi>
  );
}
