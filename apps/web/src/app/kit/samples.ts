import { createContext, useContext } from 'react';

/** What the page of the parts shows in them. It is for developers, so it is in no catalogue. */
const WORDS = {
  title: 'The kit',
  lead: 'Every part of the screens in its states. Add ?theme=light, ?dir=rtl or ?texts=long.',
  areas: 'Areas',
  assets: 'Assets',
  mail: 'somebody@example.org',
  nationality: 'Nationality',
  overview: 'Overview',
  history: 'History of deposits',
  account: 'Account',
  security: 'Security',
  sessions: 'Sessions',
  action: 'Withdraw',
  other: 'Export',
  page: 'Page',
  data: 'Data',
  input: 'Input',
  display: 'Display',
  feedback: 'Feedback',
  tabs: 'Tabs and segments',
  steps: 'Steps',
  narrow: 'Menu of a narrow screen',
  columns: 'Two columns',
  splitter: 'Two panels and the line between them',
  stepOne: 'Amount and network',
  stepTwo: 'Check what is sent',
  stepThree: 'Confirm with your code',
  open: 'Open',
  closed: 'Closed',
  all: 'All',
  none: 'Nothing here yet',
  noneText: 'What you deposit appears here with its confirmations.',
  deposit: 'Deposit',
  table: 'Table',
  list: 'A list in a panel',
  tableLoading: 'Table while loading',
  tableEmpty: 'Table without rows',
  tableFailed: 'Table that failed',
  time: 'Time',
  asset: 'Asset',
  amount: 'Amount',
  fee: 'Fee',
  state: 'State',
  network: 'Network',
  note: 'Note',
  actions: 'Actions',
  cancel: 'Cancel',
  search: 'Search records',
  record: 'Record',
  values: 'Values of a record',
  timeline: 'Timeline',
  done: 'Requested',
  current: 'Waiting for confirmations',
  ahead: 'Credited',
  failed: 'Refused by the network',
  days: 'Days',
  dayOne: 'Date of expiry',
  dayHint: 'As the document has it.',
  dayBounds: 'A day within two weeks',
  dayUnread: 'A day with two meanings',
  dayRefused: 'A day that is missing',
  dayFilter: 'End of',
  dayError: 'Enter the date of expiry.',
  sentence: 'The amount leaves your balance now and arrives after twelve confirmations.',
  inText: 'Between {{least}} and {{most}} a day, of what is yours',
  range: 'Days of the list',
  form: 'A form',
  name: 'Name of the address',
  nameHint: 'Only you see it.',
  nameError: 'Enter a name.',
  secret: 'Password',
  area: 'Reason',
  select: 'Currency',
  euro: 'Euro',
  dollar: 'US dollar',
  country: 'Country',
  noCountry: 'No country of that name',
  check: 'I have read the rules of withdrawals and agree to them',
  checkError: 'Agree to the rules.',
  switch: 'Send me a mail for each login',
  side: 'Side',
  buy: 'Buy',
  sell: 'Sell',
  available: 'Available 1,204.55 USDT',
  rule: 'At least 10 USDT',
  tooMuch: 'More than is available.',
  received: 'You receive',
  pin: 'Trade password',
  pinWrong: 'This is not the trade password. Two attempts are left.',
  address: 'Address',
  addressWrong: 'This is not an address of this network.',
  upload: 'Drop or paste the front of the document',
  uploadRule: 'JPEG or PNG, at most 5 MB, all four corners in view',
  cards: 'Network',
  cardOne: 'TRON (TRC20)',
  cardOneText: 'Arrives in about a minute',
  cardTwo: 'Ethereum (ERC20)',
  cardTwoText: 'Arrives in about five minutes',
  cardThree: 'Bitcoin',
  cardThreeText: 'Suspended at the moment',
  dense: 'A dense form',
  disabled: 'Disabled',
  refused: 'The server refused this: the daily number of withdrawals is reached.',
  send: 'Send',
  back: 'Back',
  stats: 'Figures',
  total: 'Total balance',
  profit: 'Profit of today',
  positions: 'Open positions',
  today: 'since midnight',
  progress: 'Progress and countdown',
  turnover: 'Turnover that is needed',
  charts: 'Charts',
  curve: 'Value of the account',
  allocation: 'Allocation',
  others: 'Others',
  products: 'Products',
  product: 'Thirty days, BTC',
  productText: 'Funded for the whole term before it opens.',
  rate: 'Rate of the year',
  term: 'Term',
  least: 'From',
  subscribe: 'Subscribe',
  soldOut: 'Sold out',
  taken: 'Subscribed',
  codes: 'Codes and copying',
  scan: 'Address as a QR code',
  link: 'Invitation link',
  badges: 'Badges',
  fresh: 'New',
  pending: 'Pending',
  good: 'Completed',
  warned: 'Under review',
  bad: 'Rejected',
  trial: 'Virtual',
  callouts: 'Callouts',
  information: 'Deposits are credited after twelve confirmations.',
  success: 'Your address was verified.',
  warning: 'Check the network: what is sent on another one is lost.',
  danger: 'The withdrawal was refused.',
  risk: 'Risk',
  riskText: 'You can lose all that you stake. Never stake what you need.',
  states: 'Empty, failed, loading',
  written: 'A text by staff',
  notices: 'Notices',
  noticeOne: 'Your deposit was credited',
  noticeTwo: 'A login from a new device',
  noticeThree: 'The rules of withdrawals change on Monday',
  unread: 'Unread',
  look: 'Look at it',
  older: 'Show older ones',
  noUnread: 'You have read everything',
  dialogs: 'Dialogs',
  confirm: 'Ask a question',
  dangerous: 'Ask before what cannot be undone',
  drawer: 'Show a record',
  formDialog: 'Fill in a form',
  toast: 'Say that it is done',
  question: 'End all other sessions?',
  questionText: 'Whoever is logged in there has to log in again.',
  end: 'End them',
  word: 'DELETE',
  from: 'from a phone in Lisbon',
  day: 'days',
  percent: 'Share',
} as const;

export type Words = Readonly<Record<keyof typeof WORDS, string>>;

/** How much longer texts become in some languages. */
const LONGER = 0.4;

export function lengthen(text: string): string {
  return `${text} ${text.slice(0, Math.ceil(text.length * LONGER)).trim()}`;
}

export function wordsOf(long: boolean): Words {
  if (!long) return WORDS;
  const entries = Object.entries(WORDS).map(([key, text]) => [key, lengthen(text)]);
  return Object.fromEntries(entries) as Words;
}

export const SampleWords = createContext<Words>(WORDS);

export function useWords(): Words {
  return useContext(SampleWords);
}

/** The clock of the samples stands still, so that pictures of the page are equal. */
export const NOW = Date.UTC(2026, 10, 23, 12);
export const DAY = 86_400_000;

export type SampleState = 'pending' | 'review' | 'completed' | 'rejected';

export interface SampleRow {
  readonly id: string;
  readonly at: number;
  readonly asset: string;
  readonly amount: string;
  readonly fee: string;
  readonly network: string;
  readonly state: SampleState;
}

const ASSETS = ['USDT', 'BTC', 'ETH', 'DOGE'] as const;
const STATES: readonly SampleState[] = ['completed', 'pending', 'review', 'rejected'];
const NETWORKS = ['TRON', 'Bitcoin', 'Ethereum', 'Dogecoin'] as const;

export const ROWS: readonly SampleRow[] = Array.from({ length: 23 }, (_, i) => ({
  id: `W-${1023 - i}`,
  at: NOW - i * 5 * 3_600_000,
  asset: ASSETS[i % 4] ?? 'USDT',
  amount: `${(i * 7919) % 13000}.${String((i * 37) % 100).padStart(2, '0')}`,
  fee: `0.${String((i * 13) % 97).padStart(2, '0')}`,
  network: NETWORKS[i % 4] ?? 'TRON',
  state: STATES[i % 4] ?? 'pending',
}));

export const CURVE = Array.from({ length: 60 }, (_, i) => ({
  at: NOW - (59 - i) * DAY,
  value: (12000 + 900 * Math.sin(i / 6) + i * 22).toFixed(2),
}));

export const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
export const LINK = 'https://example.org/register?code=7K2M9Q';
