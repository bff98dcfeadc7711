import { Ways } from '@assay/kit/page/ways.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import '../../app/locales/later/protection.ts';
import { useTitle } from '../../ui/use-title.ts';
import { FormFrame } from './form-frame.tsx';

const WAYS = [
  ['/bindmpwd', 'tradePassword'],
  ['/setting/security', 'factor'],
  ['/sfyz', 'verification'],
] as const;

/** After a registration: what protects the account is offered, and passed over by one touch. */
export function SecureStep() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = t(($) => $.protection.title);
  useTitle(title);
  return (
    <FormFrame
      title={title}
      lead={t(($) => $.protection.lead)}
      formError=""
      failures={0}
      onSubmit={() => void navigate('/index', { replace: true })}
    >
      <Ways
        ways={WAYS.map(([to, name]) => ({
          to,
          title: t(($) => $.protection[name]),
          text: t(($) => $.protection[`${name}Text`]),
        }))}
      />
      <Button type="submit" size="lg" fullWidth variant="default">
        {t(($) => $.protection.skip)}
      </Button>
    </FormFrame>
  );
}
