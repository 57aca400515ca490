import type {
  Account,
  CallState,
  Command,
  ExchangeHealth,
  ExchangeQueue,
  ExchangeSound,
  NumberRoute,
  NumberState,
  Phone,
  PhoneAccess,
  PhoneState,
  Placing,
  QueueState,
  SoundState,
} from '#shared/exchange/commands.ts';
import type { PlanPlacing } from '#shared/exchange/plans.ts';

/** The exchange will not do this, now or ever; `status` and `code` are those of its answer. */
export class ExchangeRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status = 400, code = 'invalid_input') {
    super(message);
    this.name = 'ExchangeRefused';
    this.status = status;
    this.code = code;
  }
}

/**
 * A tenant's account with an exchange, whatever that is made of: shared/exchange/commands.ts says what each of these
 * means, shared/exchange/events.ts what comes back by POST /telephony/events/{key}. Everything may be asked twice.
 * Each throws ExchangeDown while the exchange cannot be reached, and ExchangeRefused for what it will not do.
 */
export interface ExchangeAdapter {
  /** Hands a call over; one that it has already stays one. */
  place(call: Placing): Promise<void>;
  /** How far a call is; null when the exchange has never had it. */
  ask(callId: string): Promise<CallState | null>;
  /** Acts on a call that goes on; the same key again changes nothing. */
  command(callId: string, key: string, command: Command): Promise<void>;
  putPhone(phone: string, settings: Phone): Promise<PhoneAccess>;
  removePhone(phone: string): Promise<void>;
  phoneStates(): Promise<PhoneState[]>;
  putQueue(queueId: string, settings: ExchangeQueue): Promise<void>;
  removeQueue(queueId: string): Promise<void>;
  queueState(queueId: string): Promise<QueueState>;
  putNumber(number: string, route: NumberRoute): Promise<void>;
  removeNumber(number: string): Promise<void>;
  /** Undefined of an exchange that does not know this question yet. */
  numberState(number: string): Promise<NumberState | undefined>;
  /** What served before goes on until this plan serves; the same again changes nothing. */
  putPlan(planId: string, plan: PlanPlacing): Promise<void>;
  removePlan(planId: string): Promise<void>;
  /** Has it fetch a recording and keep it; answers where. */
  putSound(recordingId: string, sound: ExchangeSound): Promise<SoundState>;
  removeSound(recordingId: string): Promise<void>;
  putAccount(account: Account): Promise<void>;
  health(): Promise<ExchangeHealth>;
}
