import { addTexts } from '../../i18n.ts';
import earn from '../en/earn.json';
import strategies from '../en/strategies.json';

// Of custody products: what is offered, a subscription, and what is in custody.
addTexts({ earn, strategies });
