import { IconArrowDown } from '@assay/kit/icons/arrow-down.ts';
import { IconArrowUp } from '@assay/kit/icons/arrow-up.ts';
import { IconStar } from '@assay/kit/icons/star.ts';
import { AddressField } from '@assay/kit/input/address-field.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { CodeField } from '@assay/kit/input/code-field.tsx';
import { CountryField } from '@assay/kit/input/country-field.tsx';
import { DayField, DayInput } from '@assay/kit/input/day-field.tsx';
import { FieldGroup } from '@assay/kit/input/field.tsx';
import { FormFrame, StateForm } from '@assay/kit/input/form.tsx';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { PercentInput } from '@assay/kit/input/percent-input.tsx';
import { PercentSlider } from '@assay/kit/input/percent-slider.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { RadioCards } from '@assay/kit/input/radio-cards.tsx';
import { SearchSelect } from '@assay/kit/input/search-select.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { SideChoice } from '@assay/kit/input/side-choice.tsx';
import { TextButton, TextLink } from '@assay/kit/input/text-button.tsx';
import { SecretField, TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { UploadItem } from '@assay/kit/input/upload-item.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { ADDRESS, useWords } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => undefined;

export function InputParts() {
  return (
    <Stack>
      <Grid least="26rem">
        <SampleForm />
        <Amounts />
        <Answers />
        <DenseForm />
        <DayParts />
        <Uploads />
      </Grid>
    </Stack>
  );
}

interface Values {
  name: string;
  secret: string;
  reason: string;
  currency: 'EUR' | 'USD';
  country: string;
  agreed: boolean;
}

function SampleForm() {
  const w = useWords();
  const form = useForm<Values>({
    first: { name: '', secret: '', reason: '', currency: 'EUR', country: 'PT', agreed: false },
    rules: {
      name: (name) => (name.trim() === '' ? w.nameError : ''),
      agreed: (agreed) => (agreed ? '' : w.checkError),
    },
    send: async () => ({ form: w.refused }),
  });
  const { values, set, errorOf } = form;
  return (
    <FormFrame title={w.form} lead={w.sentence} below={<a href="#main">{w.back}</a>}>
      <StateForm form={form} action={w.send} back={{ text: w.back, run: nothing }}>
        <TextField
          label={w.name}
          hint={w.nameHint}
          value={values.name}
          error={errorOf('name')}
          onChange={(name) => set('name', name)}
          onBlur={() => form.left('name')}
        />
        <SecretField
          label={w.secret}
          autoComplete="off"
          value={values.secret}
          onChange={(secret) => set('secret', secret)}
        />
        <SelectField
          label={w.select}
          options={[
            { value: 'EUR', text: w.euro },
            { value: 'USD', text: w.dollar },
          ]}
          value={values.currency}
          onChange={(currency) => set('currency', currency)}
        />
        <SearchSelect
          label={w.country}
          options={[
            { value: 'PT', label: 'Portugal' },
            { value: 'JP', label: '日本' },
          ]}
          none={w.noCountry}
          value={values.country}
          onChange={(country) => set('country', country)}
        />
        <TextArea
          label={w.area}
          value={values.reason}
          onChange={(reason) => set('reason', reason)}
        />
        <Checkbox
          checked={values.agreed}
          error={errorOf('agreed')}
          onChange={(agreed) => set('agreed', agreed)}
        >
          {w.check}
        </Checkbox>
      </StateForm>
    </FormFrame>
  );
}

function Amounts() {
  const w = useWords();
  const [amount, setAmount] = useState('1000.5');
  const [pin, setPin] = useState('123');
  const [address, setAddress] = useState(ADDRESS);
  const lines = [
    { label: w.fee, value: '1.00 USDT' },
    { label: w.received, value: '999.50 USDT' },
  ];
  return (
    <Specimen title={w.amount}>
      <AmountField
        label={w.amount}
        unit="USDT"
        most="1204.55"
        beside={w.available}
        hint={w.rule}
        lines={lines}
        value={amount}
        onChange={setAmount}
      />
      <AmountField
        label={w.amount}
        unit="USDT"
        error={w.tooMuch}
        value="5000"
        onChange={setAmount}
      />
      <AmountField disabled label={w.disabled} unit="USDT" value="" onChange={setAmount} />
      <AddressField label={w.address} hint={w.nameHint} value={address} onChange={setAddress} />
      <AddressField label={w.address} error={w.addressWrong} value="0x12" onChange={setAddress} />
      <PinField label={w.pin} value={pin} onChange={setPin} />
      <Codes />
      <PinField label={w.pin} secret={false} error={w.pinWrong} value="654321" onChange={setPin} />
    </Specimen>
  );
}

const COUNTRIES = [
  { code: 'JP', name: '日本', calling: '+81' },
  { code: 'PT', name: 'Portugal', calling: '+351' },
];

function Codes() {
  const w = useWords();
  const [code, setCode] = useState('');
  const [country, setCountry] = useState('PT');
  const field = { digits: 8, value: code, onChange: setCode, send: async () => false };
  return (
    <>
      <CodeField {...field} sent={null} />
      <CodeField {...field} error={w.pinWrong} sent={{ account: w.mail, resendAt: 0 }} />
      <CountryField
        label={w.nationality}
        hint={w.nameHint}
        countries={COUNTRIES}
        value={country}
        onChange={setCountry}
      />
      <CountryField
        label={w.nationality}
        error={w.nameError}
        countries={COUNTRIES}
        value=""
        onChange={setCountry}
      />
    </>
  );
}

/** As in a ticket, where nothing may move. */
function DenseForm() {
  const w = useWords();
  const [amount, setAmount] = useState('1000.5');
  const [share, setShare] = useState(40);
  const number = { label: w.amount, unit: 'USDT', value: amount, onChange: setAmount };
  return (
    <Specimen title={w.dense}>
      <NumberField {...number} onStep={nothing} beside={<span>{w.available}</span>} />
      <NumberField {...number} error={w.tooMuch} note="≈ 0.01" />
      <NumberField {...number} value="" disabled placeholder={w.disabled} />
      <PercentSlider
        label={w.percent}
        typedLabel={w.percent}
        value={share}
        onChange={setShare}
        disabled={false}
      />
      <div className={css.row}>
        <PercentInput aria-label={w.percent} value={String(share)} onChange={nothing} />
        <PercentInput aria-invalid aria-label={w.percent} value="101" onChange={nothing} />
        <IconButton label={w.open} onClick={nothing}>
          <IconStar size={16} stroke={1.5} aria-hidden="true" />
        </IconButton>
        <IconButton small aria-pressed label={w.fresh} onClick={nothing}>
          <IconStar size={15} stroke={1.5} aria-hidden="true" />
        </IconButton>
        <TextButton onClick={nothing}>{w.other}</TextButton>
        <TextLink to="/kit">{w.other}</TextLink>
      </div>
    </Specimen>
  );
}

function Arrow({ Icon, text }: { Icon: typeof IconArrowUp; text: string }) {
  return (
    <>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {text}
    </>
  );
}

function Answers() {
  const w = useWords();
  const [card, setCard] = useState<'tron' | 'eth' | 'btc'>('tron');
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [on, setOn] = useState(true);
  const sides = [
    { value: 'buy', text: w.buy },
    { value: 'sell', text: w.sell },
  ] as const;
  const arrows = [
    { ...sides[0], text: <Arrow Icon={IconArrowUp} text={w.buy} /> },
    { ...sides[1], text: <Arrow Icon={IconArrowDown} text={w.sell} /> },
  ] as const;
  return (
    <Specimen title={w.cards}>
      <FieldGroup label={w.cards} hint={w.sentence}>
        <RadioCards
          label={w.cards}
          value={card}
          onChange={setCard}
          cards={[
            { value: 'tron', title: w.cardOne, text: w.cardOneText, figure: '1 USDT' },
            { value: 'eth', title: w.cardTwo, text: w.cardTwoText, figure: '4.5 USDT' },
            { value: 'btc', title: w.cardThree, text: w.cardThreeText, disabled: true },
          ]}
        />
      </FieldGroup>
      <FieldGroup label={w.side}>
        <SideChoice label={w.side} sides={sides} value={side} onChange={setSide} />
      </FieldGroup>
      <FieldGroup label={w.side}>
        <SideChoice label={w.side} sides={arrows} value="sell" onChange={setSide} />
      </FieldGroup>
      <SideChoice disabled label={w.disabled} sides={sides} value={side} onChange={setSide} />
      <Checkbox kind="switch" checked={on} onChange={setOn}>
        {w.switch}
      </Checkbox>
      <Checkbox kind="switch" checked={!on} onChange={(value) => setOn(!value)}>
        {w.switch}
      </Checkbox>
      <Checkbox checked={on} onChange={setOn}>
        {w.check}
      </Checkbox>
      <Checkbox checked={false} error={w.checkError} onChange={nothing}>
        {w.check}
      </Checkbox>
      <Checkbox disabled checked onChange={nothing}>
        {w.disabled}
      </Checkbox>
      <TextField disabled label={w.disabled} value={w.disabled} onChange={nothing} />
    </Specimen>
  );
}

function DayParts() {
  const w = useWords();
  const [day, setDay] = useState('2026-11-28');
  const [filter, setFilter] = useState('');
  return (
    <Specimen title={w.days}>
      <DayField label={w.dayOne} hint={w.dayHint} value={day} onChange={setDay} />
      <DayField
        label={w.dayBounds}
        min="2026-11-23"
        max="2026-12-04"
        value="2026-12-24"
        onChange={nothing}
      />
      <DayField label={w.dayUnread} value="?05/04/2026" onChange={nothing} />
      <DayField label={w.dayRefused} error={w.dayError} value="" onChange={nothing} />
      <div className={css.row}>
        <DayInput label={w.dayFilter} value={filter} onChange={setFilter} />
      </div>
    </Specimen>
  );
}

/** A picture that the preview can show. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 8 4 2l4 6z"/></svg>';

const MEGABYTE = 1_048_576;

function Uploads() {
  const w = useWords();
  const [file] = useState(() => new File(['a'], 'passport-front-2026-11-23.pdf'));
  const [picture] = useState(() => new File([PICTURE], 'front.svg', { type: 'image/svg+xml' }));
  const item = { file, onRetry: nothing, onRemove: nothing };
  return (
    <Specimen title={w.upload}>
      <Upload
        label={w.upload}
        rule={w.uploadRule}
        accept={['image/jpeg', 'image/png']}
        maxBytes={5 * MEGABYTE}
        camera
        send={(_file, onProgress) => {
          onProgress(1);
          return Promise.resolve();
        }}
      />
      <UploadItem {...item} file={picture} state={{ kind: 'sent' }} />
      <UploadItem {...item} state={{ kind: 'sending', share: 0.42 }} />
      <UploadItem {...item} state={{ kind: 'sent' }} />
      <UploadItem {...item} state={{ kind: 'failed' }} />
    </Specimen>
  );
}
