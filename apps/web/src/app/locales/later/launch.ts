import { addTexts } from '../../i18n.ts';
import launch from '../en/launch.json';

// Of new coins: projects, taking part, and one's own subscriptions.
addTexts({ launch });
