/**
 * Loans in plain lists, from specs/LOAN.md and decision 0078 alone: nothing of the machine is used.
 * What a loan owes is computed from all its payments each time it is asked for.
 */

export interface PlainTerms {
  readonly least: bigint;
  readonly most: bigint;
  readonly dailyPpm: number;
  readonly periodDays: number;
  readonly instalments: number;
  readonly method: string;
  readonly lateHundredths: number;
  readonly capPpm: number;
}

interface Payment {
  /** How many days had begun. */
  readonly days: number;
  readonly amount: bigint;
}

interface PlainLoan {
  readonly id: number;
  readonly user: number;
  readonly amount: bigint;
  readonly terms: PlainTerms;
  readonly offerUntil: number;
  state: 'offered' | 'issued' | 'repaid' | 'declined' | 'lapsed' | 'writtenOff';
  issuedAt: number;
  readonly payments: Payment[];
}

interface State {
  readonly principal: bigint;
  readonly interest: bigint;
  readonly penalty: bigint;
  /** All that was charged, and the parts to which the last payment went. */
  readonly charged: { readonly interest: bigint; readonly penalty: bigint };
  readonly isLate: boolean;
}

const DAY = 86_400_000;
const MILLION = 1_000_000n;
const CENT = 1_000_000n;

export class PlainLoans {
  readonly all: PlainLoan[] = [];
  readonly money = new Map<number | 'pool' | 'held', bigint>();

  has(owner: number | 'pool' | 'held'): bigint {
    return this.money.get(owner) ?? 0n;
  }

  give(owner: number | 'pool' | 'held', amount: bigint): void {
    this.money.set(owner, this.has(owner) + amount);
  }

  get open(): PlainLoan[] {
    return this.all.filter(({ state }) => state === 'offered' || state === 'issued');
  }

  /** The refusal, or "". */
  offer(id: number, user: number, amount: bigint, terms: PlainTerms, offerUntil: number): string {
    if (amount < terms.least || amount > terms.most) return 'invalidAmount';
    if (this.open.filter((one) => one.user === user).length >= 3) return 'tooManyLoans';
    if (this.has('pool') < amount) return 'lendingPoolShort';
    this.give('pool', -amount);
    this.give('held', amount);
    const one = { id, user, amount, terms, offerUntil, state: 'offered', issuedAt: 0 } as const;
    this.all.push({ ...one, payments: [] });
    return '';
  }

  endOffer(id: number, actor: number, at: number): string {
    const one = this.open.find((loan) => loan.id === id);
    const isOwner = one?.user === actor;
    if (one === undefined || !(isOwner || actor < 1000)) return 'unknownLoan';
    if (one.state !== 'offered') return 'wrongLoanState';
    if (!isOwner && at < one.offerUntil) return 'tooEarly';
    one.state = isOwner ? 'declined' : 'lapsed';
    this.give('held', -one.amount);
    this.give('pool', one.amount);
    return '';
  }

  sign(id: number, user: number, at: number): string {
    const one = this.open.find((loan) => loan.id === id && loan.user === user);
    if (one === undefined) return 'unknownLoan';
    if (one.state !== 'offered') return 'wrongLoanState';
    if (at >= one.offerUntil) return 'loanOfferOver';
    one.state = 'issued';
    one.issuedAt = at;
    this.give('held', -one.amount);
    this.give(user, one.amount);
    return '';
  }

  repay(id: number, user: number, amount: bigint, at: number, isProof = false): string {
    const one = this.open.find((loan) => loan.id === id && loan.user === user);
    if (one === undefined) return 'unknownLoan';
    if (one.state !== 'issued') return 'wrongLoanState';
    if (amount === 0n) return 'invalidAmount';
    const { principal, interest, penalty } = stateOf(one, at);
    const owed = principal + interest + penalty;
    const part = amount < owed ? amount : owed;
    if (isProof) this.give(user, amount);
    if (this.has(user) < part) return 'insufficientToRepay';
    this.give(user, -part);
    this.give('pool', part);
    one.payments.push({ days: begun(one, at), amount: part });
    if (part === owed) one.state = 'repaid';
    return '';
  }

  writeOff(id: number, at: number): string {
    const one = this.open.find((loan) => loan.id === id);
    if (one === undefined) return 'unknownLoan';
    if (one.state !== 'issued' || !stateOf(one, at).isLate) return 'loanNotOverdue';
    one.state = 'writtenOff';
    return '';
  }
}

function begun({ issuedAt }: PlainLoan, at: number): number {
  let days = 1;
  while (issuedAt + days * DAY < at) days += 1;
  return days;
}

/** By when how much of the principal is to be repaid. */
function plainSchedule(amount: bigint, terms: PlainTerms): { day: number; all: bigint }[] {
  const { dailyPpm, periodDays, instalments, method } = terms;
  const length = periodDays / instalments;
  const rate = BigInt(dailyPpm * length);
  // P = A · (v + v² + … + vⁿ), where v = 1 ÷ (1 + r): solved for A, rounded up to a cent.
  let discounts = 0n;
  for (let i = 1; i <= instalments; i += 1) {
    discounts += MILLION ** BigInt(i) * (MILLION + rate) ** BigInt(instalments - i);
  }
  const whole = amount * (MILLION + rate) ** BigInt(instalments);
  let payment = whole / (discounts * CENT);
  if (payment * discounts * CENT < whole) payment += 1n;
  payment *= CENT;
  const dates: { day: number; all: bigint }[] = [];
  let all = 0n;
  for (let n = 1; n <= instalments; n += 1) {
    const daily = ((amount - all) * BigInt(dailyPpm)) / MILLION;
    if (n === instalments) all = amount;
    else if (method === 'equal') all += payment - daily * BigInt(length);
    dates.push({ day: n * length, all });
  }
  return dates;
}

/** What is owed at a time, day by day from the issue on. */
export function stateOf(one: PlainLoan, at: number): State {
  const { amount, terms } = one;
  const dates = plainSchedule(amount, terms);
  const days = begun(one, at);
  const cap = (amount * BigInt(terms.capPpm)) / MILLION;
  const paid = { penalty: 0n, interest: 0n, principal: 0n };
  const charged = { penalty: 0n, interest: 0n };
  let dueInterest = 0n;
  let payments = [...one.payments];
  const late = (day: number) => {
    const due = dates.filter((date) => date.day <= day).at(-1)?.all ?? 0n;
    return due > paid.principal ? due - paid.principal : 0n;
  };
  const takeIn = (day: number) => {
    for (const { amount: part } of payments.filter((payment) => payment.days === day)) {
      const penalty = min(part, charged.penalty - paid.penalty);
      const interest = min(part - penalty, charged.interest - paid.interest);
      paid.penalty += penalty;
      paid.interest += interest;
      paid.principal += part - penalty - interest;
    }
    payments = payments.filter((payment) => payment.days !== day);
  };
  for (let day = 0; day < days; day += 1) {
    takeIn(day);
    if (dates.some((date) => date.day === day)) dueInterest = charged.interest;
    const overdue = late(day);
    const rate = BigInt(terms.dailyPpm);
    charged.interest += ((amount - paid.principal - overdue) * rate) / MILLION;
    const penalty = (overdue * rate * BigInt(terms.lateHundredths)) / (MILLION * 100n);
    charged.penalty = min(cap, charged.penalty + penalty);
  }
  takeIn(days);
  const penalty = charged.penalty - paid.penalty;
  return {
    principal: amount - paid.principal,
    interest: charged.interest - paid.interest,
    ...{ penalty, charged },
    isLate: penalty > 0n || dueInterest > paid.interest || late(days - 1) > 0n,
  };
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
