import { HelpCentre } from './help-centre.tsx';

/** /help */
export default function HelpScreen() {
  return <HelpCentre />;
}
