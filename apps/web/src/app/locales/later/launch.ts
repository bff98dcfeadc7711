import { addTexts } from '../../i18n.ts';
import accountArea from '../en/accountArea.json';
import launch from '../en/launch.json';

// Of new coins: projects, taking part, and one's own subscriptions, in the area of an account.
addTexts({ accountArea, launch });
