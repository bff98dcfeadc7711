import { addTexts } from '../../i18n.ts';
import accountArea from '../en/accountArea.json';
import verification from '../en/verification.json';

// Of the screens on which people prove who they are: their forms have the most parts, and load no
// texts of other screens but their names.
addTexts({ accountArea, verification });
