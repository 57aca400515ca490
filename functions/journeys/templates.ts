import { notFound } from '#functions/kernel/errors.ts';
import { journeyFields, journeyLimits } from '#shared/model/journey/journey.ts';
import { type Step, type StepType, step as stepSchema } from '#shared/model/journey/steps/index.ts';
import { createJourney } from './manage.ts';

interface Sketch {
  type: StepType;
  name: string;
  config?: object;
  /** Way out → the place of the step that follows, or null; the next place by the first way when left out. */
  next?: Record<string, number | null>;
}

/** Steps from top to bottom; px between two on the builder's canvas. */
const spacing = 140;

function drawn(sketches: readonly Sketch[]): { steps: Step[]; entry: string } {
  const idOf = (at: number) => `stp_${String(at + 1).padStart(2, '0')}`;
  const first: Partial<Record<StepType, string>> = {
    call: 'answered',
    wait: 'next',
    branch: 'no',
    split: 'a',
  };
  return {
    entry: idOf(0),
    steps: sketches.map(({ type, name, config = {}, next }, at) => {
      const byDefault: Record<string, number | null> =
        type === 'end' ? {} : { [first[type] ?? 'next']: at + 1 < sketches.length ? at + 1 : null };
      return stepSchema.parse({
        id: idOf(at),
        type,
        name,
        config,
        position: { x: 0, y: at * spacing },
        next: Object.fromEntries(
          Object.entries(next ?? byDefault).map(([key, to]) => [key, to === null ? null : idOf(to)]),
        ),
      });
    }),
  };
}

const days = (amount: number) => ({ mode: 'duration', amount, unit: 'days' });

/** Journeys that teams begin with. Texts are theirs to change. */
const templates = [
  {
    id: 'speed-to-lead',
    name: 'Speed to lead',
    description:
      'Call at once, text when nobody answers, mail two days later; it stops with the first reply.',
    sketches: [
      {
        type: 'call',
        name: 'Call',
        config: { maxAttempts: 2, delayBetweenAttempts: 1_800 },
        next: { answered: 5, noAnswer: 1, busy: 1, failed: 1 },
      },
      {
        type: 'sms',
        name: 'Text',
        config: {
          body: 'Hi {{ lead.firstName | default: "there" }}, this is {{ tenant.name }}. We just tried to call you. When would be a good time? Reply STOP to opt out.',
        },
      },
      { type: 'wait', name: 'Two days', config: days(2) },
      {
        type: 'email',
        name: 'Mail',
        config: {
          subject: 'Your enquiry at {{ tenant.name }}',
          body: '<p>Hello {{ lead.firstName | default: "there" }},</p><p>thank you for your enquiry. Just answer this mail with a time that suits you, and we will call.</p><p>{{ tenant.name }}</p>',
        },
      },
      { type: 'status', name: 'Contacted', config: { status: 'contacted' }, next: { next: null } },
      { type: 'status', name: 'Talked', config: { status: 'contacted' }, next: { next: null } },
    ],
  },
  {
    id: 'gentle-follow-up',
    name: 'Gentle follow-up',
    description: 'Three mails over two weeks, each a little different, and a tag for those who never answer.',
    sketches: [
      {
        type: 'email',
        name: 'First mail',
        config: {
          subject: 'Still thinking it over?',
          body: '<p>Hello {{ lead.firstName | default: "there" }},</p><p>is there anything we can answer for you?</p><p>{{ tenant.name }}</p>',
        },
      },
      { type: 'wait', name: 'Four days', config: days(4) },
      {
        type: 'email',
        name: 'Second mail',
        config: {
          subject: 'One question',
          body: '<p>Hello {{ lead.firstName | default: "there" }},</p><p>what would have to be true for this to be worth your while?</p><p>{{ tenant.name }}</p>',
        },
      },
      { type: 'wait', name: 'Ten days', config: days(10) },
      {
        type: 'email',
        name: 'Last mail',
        config: {
          subject: 'We will leave it here',
          body: '<p>Hello {{ lead.firstName | default: "there" }},</p><p>this is our last mail about it. You are always welcome to come back.</p><p>{{ tenant.name }}</p>',
        },
      },
      { type: 'tag', name: 'Gone quiet', config: { add: ['gone quiet'] }, next: { next: null } },
    ],
  },
  {
    id: 'morning-call',
    name: 'Call in the morning',
    description: 'Leads of the night are called at nine where they are, three times over two days.',
    sketches: [
      {
        type: 'wait',
        name: 'Nine o’clock',
        config: { mode: 'timeOfDay', time: '09:00', weekdays: [1, 2, 3, 4, 5] },
      },
      {
        type: 'call',
        name: 'Call',
        config: { maxAttempts: 3, delayBetweenAttempts: 4 * 3_600 },
        next: { answered: 3, noAnswer: 2, busy: 2, failed: 2 },
      },
      { type: 'tag', name: 'Not reached', config: { add: ['not reached'] }, next: { next: null } },
      { type: 'assign', name: 'To an agent', config: { to: 'roundRobin' }, next: { next: null } },
    ],
  },
  {
    id: 'two-texts',
    name: 'Which text works',
    description: 'Half of the leads get one text, half the other; who replies is handed to an agent.',
    sketches: [
      {
        type: 'split',
        name: 'Half and half',
        config: {
          variants: [
            { key: 'a', weight: 50 },
            { key: 'b', weight: 50 },
          ],
        },
        next: { a: 1, b: 2 },
      },
      {
        type: 'sms',
        name: 'Text A',
        config: {
          body: 'Hi {{ lead.firstName | default: "there" }}, do you have two minutes today? {{ tenant.name }}',
        },
        next: { next: 3 },
      },
      {
        type: 'sms',
        name: 'Text B',
        config: {
          body: '{{ tenant.name }} here: we have an answer to your question, {{ lead.firstName | default: "hello" }}. Shall we call?',
        },
        next: { next: 3 },
      },
      {
        type: 'wait',
        name: 'A reply',
        config: { mode: 'event', event: 'reply', amount: 2, unit: 'days' },
        next: { timedOut: 4, happened: 5 },
      },
      { type: 'tag', name: 'No reply', config: { add: ['no reply'] }, next: { next: null } },
      { type: 'assign', name: 'To an agent', config: { to: 'roundRobin' }, next: { next: null } },
    ],
    rules: { exitOnReply: false },
  },
] satisfies { id: string; name: string; description: string; sketches: Sketch[]; rules?: object }[];

export const listTemplates = () =>
  templates.map(({ id, name, description, sketches }) => ({
    id,
    name,
    description,
    ...drawn(sketches as Sketch[]),
  }));

/** A draft from a template. @throws 404 */
export async function fromTemplate(templateId: string, name?: string) {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) throw notFound('The template');
  return createJourney(
    journeyFields.parse({
      name: (name ?? template.name).slice(0, journeyLimits.name),
      description: template.description,
      rules: 'rules' in template ? template.rules : {},
      ...drawn(template.sketches as Sketch[]),
    }),
  );
}
