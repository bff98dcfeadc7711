import { addTexts } from '../../i18n.ts';
import credit from '../en/credit.json';
import promotion from '../en/promotion.json';
import rewards from '../en/rewards.json';

// Of what the house gives: rewards, invitations, lower fees, the credit score.
addTexts({ credit, promotion, rewards });
