import { addTexts } from '../../i18n.ts';
import protection from '../en/protection.json';

// Of what is offered after a registration.
addTexts({ protection });
