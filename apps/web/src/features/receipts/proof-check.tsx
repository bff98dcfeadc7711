import { saveFile } from '@assay/kit/data/csv.ts';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Form } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offlinePage, type Program } from './offline.ts';
import css from './verify.module.css';

type Checked<Made> = { readonly made: Made } | { readonly wrong: string };

interface ProofCheckProps<Made> {
  readonly program: Program;
  readonly title: string;
  readonly receipt: string;
  readonly right: string;
  /** The key that this browser knows of the logs. */
  readonly publicKey: string;
  /** Asks for an own receipt; null: it is entered. */
  readonly fetch: (() => Promise<unknown>) | null;
  /** Computes it again; throws what is wrong. */
  verify(proof: unknown, publicKey: string | undefined): Promise<Made>;
  /** What came out, in words. */
  said(made: Made): ReactNode;
  /** The figures that it rests on. */
  figures?(made: Made): ReactNode;
}

/** A receipt that is checked by what this browser computes itself. */
export function ProofCheck<Made>(props: ProofCheckProps<Made>) {
  const { program, title, receipt, publicKey, fetch, verify } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked<Made> | null>(null);
  const missing = useFetched(fetch, setText);
  const check = async () => {
    try {
      const read = JSON.parse(text) as { readonly data?: unknown };
      const key = publicKey.trim().toLowerCase();
      setChecked({ made: await verify(read.data ?? read, key === '' ? undefined : key) });
    } catch (error) {
      setChecked({ wrong: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Panel title={title}>
      <div className={css.form}>
        <Form
          error={missing}
          onSubmit={() => void check()}
          actions={
            <>
              <Button type="submit">{t(($) => $.receipts.check)}</Button>
              <Button
                variant="default"
                onClick={() => saveFile(`verify-${program}.html`, offlinePage(program))}
              >
                {t(($) => $.receipts.download)}
              </Button>
            </>
          }
        >
          <TextField
            label={receipt}
            hint={t(($) => $.receipts.wholeText)}
            value={text}
            onChange={setText}
          />
        </Form>
      </div>
      <div role="status" className={css.verdict}>
        {checked === null ? null : <Verdict {...props} checked={checked} />}
      </div>
    </Panel>
  );
}

/** Fetches the receipt; why there is none, in words, else "". */
function useFetched(
  fetch: ProofCheckProps<unknown>['fetch'],
  take: (text: string) => void,
): string {
  const [missing, setMissing] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once
  useEffect(() => {
    fetch?.().then(
      (proof) => take(JSON.stringify(proof)),
      (error: Error) => setMissing(error.message),
    );
  }, []);
  return missing;
}

function Verdict<Made>(props: ProofCheckProps<Made> & { readonly checked: Checked<Made> }) {
  const { t } = useTranslation();
  const { checked, right, said, figures } = props;
  if ('wrong' in checked) {
    return (
      <>
        <p className={css.bad}>{t(($) => $.receipts.notValid)}</p>
        <p>
          <bdi>{checked.wrong}</bdi>
        </p>
      </>
    );
  }
  return (
    <>
      <p className={css.good}>{right}</p>
      <p>{said(checked.made)}</p>
      {figures?.(checked.made)}
    </>
  );
}
