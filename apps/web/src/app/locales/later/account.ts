import { addTexts } from '../../i18n.ts';
import accountLog from '../en/accountLog.json';
import alerts from '../en/alerts.json';
import apiKeys from '../en/apiKeys.json';
import inbox from '../en/inbox.json';
import security from '../en/security.json';
import support from '../en/support.json';
import './verification.ts';

// Of the area of an account, whose screens name each other.
addTexts({ accountLog, alerts, apiKeys, identity: security, inbox, support });
