import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../ui/use-title.ts';
import { SignAmounts } from './sign-amounts.tsx';
import { useBenefits } from './use-rewards.ts';

/** /signRule: everything that decides about a reward. */
export default function SignRuleScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.rewards.rule.title), t(($) => $.rewards.rule.lead)];
  useTitle(title, lead);
  const query = useBenefits();
  const points = [
    t(($) => $.rewards.rule.points.zone),
    t(($) => $.rewards.rule.points.once),
    t(($) => $.rewards.rule.points.row),
    t(($) => $.rewards.rule.points.paid),
    t(($) => $.rewards.rule.points.fund),
    t(($) => $.rewards.rule.points.person),
    t(($) => $.rewards.rule.points.change),
  ];
  return (
    <Page width="page">
      <PageHead
        title={title}
        lead={lead}
        actions={<TextLink to="/sign">{t(($) => $.rewards.rule.to)}</TextLink>}
      />
      <Stack>
        <Loaded query={query} height="20rem">
          {({ signIn }) => (
            <Panel title={t(($) => $.rewards.rule.pays)}>
              <PanelBody>
                <SignAmounts signIn={signIn} />
                <FigureLines
                  lines={[
                    {
                      label: t(($) => $.rewards.sign.fund),
                      value: (
                        <Amount value={signIn.fund.available} asset={signIn.fund.asset} named />
                      ),
                      strong: true,
                    },
                  ]}
                />
              </PanelBody>
            </Panel>
          )}
        </Loaded>
        <Panel title={t(($) => $.rewards.rule.how)}>
          <PanelBody>
            <Points>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </Points>
          </PanelBody>
        </Panel>
        <TextLink to="/changes">{t(($) => $.rewards.rule.changes)}</TextLink>
      </Stack>
    </Page>
  );
}
