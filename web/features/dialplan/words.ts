import { placeName } from '#shared/model/compliance/places.ts';
import {
  type Condition,
  callVariables,
  isCallVariable,
  variableTests,
} from '#shared/model/dialplan/condition.ts';
import { type CallLanguage, callLanguages } from '#shared/model/dialplan/languages.ts';
import {
  type Destination,
  dialStrategies,
  exchangeSounds,
  hangupReasons,
  hasSound,
  musicChoices,
  playbackTypes,
} from '#shared/model/dialplan/nodes.ts';
import { dialPlanLimits } from '#shared/model/dialplan/plan.ts';
import { phoneText } from '#web/ui/lead-text.ts';
import type { DrawnNode } from './graph.ts';
import { extensionName, queueName, unknown } from './name-of.ts';
import type { Named } from './resources.ts';
import { moreWords } from './types/index.ts';

const recordingName = (id: string, named: Named) =>
  named.recordings.get(id)?.name ?? unknown('A recording', named);
const listed = (parts: readonly string[]) =>
  parts.length > 3 ? `${parts.slice(0, 2).join(', ')} and ${parts.length - 2} more` : parts.join(', ');

export const destinationName = (one: Destination, named: Named): string =>
  one.kind === 'number' ? phoneText(one.number) : extensionName(one.extensionId, named);

/** What a plan may be called, for a `NameDialog`. */
export const planNames = { missing: 'Please enter a name.', maxLength: dialPlanLimits.name };

/** What a condition compares: what the call says of itself, or what its caller has typed. */
export const variableName = (name: string): string =>
  isCallVariable(name) ? callVariables[name] : `Typed as “${name}”`;

/** A language by its code; one that there is not, as it is written. */
const languageName = (code: string): string => callLanguages[code as CallLanguage]?.label ?? `“${code}”`;

/** A condition in words, as on its card. */
function conditionWords(asked: Condition, named: Named): string {
  switch (asked.type) {
    case 'hours': {
      const open = asked.hours.week.filter((day) => day !== null).length;
      return `Open hours, ${open === 1 ? '1 day' : `${open} days`} a week`;
    }
    case 'holiday':
      return `A holiday in ${placeName(asked.place)}`;
    case 'callerArea':
      return `Caller from ${listed(asked.areaCodes)}`;
    case 'callerNumber':
      return `Caller is ${listed(asked.numbers.map(phoneText))}`;
    case 'leadStatus':
      return `Lead is ${listed(asked.statuses)}`;
    case 'leadTag':
      return `Lead has ${listed(asked.tags)}`;
    case 'queueLength':
      return `${asked.atLeast} or more wait in ${queueName(asked.queueId, named)}`;
    case 'variable':
      if (asked.name === 'language') return `Speaks ${languageName(asked.value)}`;
      return `${variableName(asked.name)} ${variableTests[asked.test]} “${asked.value}”`;
    default:
      return asked satisfies never;
  }
}

const seconds = (n: number) => (n >= 120 && n % 60 === 0 ? `${n / 60} min` : `${n} s`);

export interface Told {
  /** What the node is about: whom it rings, what it plays. Empty while nothing is chosen. */
  name: string;
  detail: string;
}

/** A node in words: its card's heading, and what stands below it. */
export function nodeWords(node: DrawnNode, named: Named): Told {
  switch (node.type) {
    case 'answer': {
      const { delay, playRinging } = node.data;
      return {
        name: '',
        detail: delay === 0 ? 'At once' : `After ${delay} s${playRinging ? ' of ringing' : ''}`,
      };
    }
    case 'dial': {
      const { strategy, destinations, timeout } = node.data;
      return {
        name: listed(destinations.map((one) => destinationName(one, named))),
        detail: `${dialStrategies[strategy]}, ${seconds(timeout)}`,
      };
    }
    case 'playback': {
      const { type, text, voice, filePath, recordingId } = node.data;
      if (type === 'recording')
        return {
          name: recordingId === null ? '' : recordingName(recordingId, named),
          detail: playbackTypes[type],
        };
      if (type === 'tts') return { name: text, detail: `Read aloud by ${voice}` };
      const sound = filePath === null ? '' : exchangeSounds[filePath];
      return { name: sound, detail: playbackTypes[type] };
    }
    case 'ivr': {
      const { ivrId, name, maxRetries, timeout } = node.data;
      const menu = ivrId === null ? undefined : named.menus.get(ivrId);
      const gone = ivrId === null ? '' : unknown('A menu', named);
      return {
        name: name || (menu?.name ?? gone),
        detail: `Played ${maxRetries === 1 ? 'once' : `up to ${maxRetries} times`}, waits ${timeout} s`,
      };
    }
    case 'queue': {
      const { queueId, queueName: name, maxWaitTime, musicOnHold } = node.data;
      return {
        name: name || (queueId === null ? '' : queueName(queueId, named)),
        detail: `At most ${seconds(maxWaitTime)}, ${musicChoices[musicOnHold].toLowerCase()}`,
      };
    }
    case 'condition': {
      const asked = node.data.condition;
      return { name: asked ? conditionWords(asked, named) : '', detail: '' };
    }
    case 'voicemail':
      return {
        name: node.data.mailbox === null ? '' : extensionName(node.data.mailbox, named),
        detail: 'Callers leave a message',
      };
    case 'hangup':
      return { name: '', detail: hangupReasons[node.data.reason].label };
    default:
      return moreWords(node, named);
  }
}

/** The recording that a caller hears at a node; null where it is none. */
export function recordingHeardAt(node: DrawnNode, { menus }: Named): string | null {
  if (hasSound(node) && node.data.type === 'recording') return node.data.recordingId;
  if (node.type !== 'ivr' || node.data.prompt) return null;
  const menu = menus.get(node.data.ivrId ?? '');
  return menu?.promptType === 'recording' ? menu.recordingId : null;
}

/** What a caller hears at a node, as far as it is a text; undefined where nothing is read. */
export function heardAt(node: DrawnNode, { menus }: Named): string | undefined {
  if (node.type === 'ivr') return node.data.prompt || menus.get(node.data.ivrId ?? '')?.prompt;
  if (hasSound(node) && node.data.type === 'tts') return node.data.text || undefined;
  return undefined;
}
