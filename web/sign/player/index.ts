import { type Showable, showing } from '#shared/model/signage/what-is-on.ts';
import { addressKey } from '../page.ts';
import { fetchAhead } from './contents.ts';
import { followHints } from './hints.ts';
import { PlanSource } from './plan.ts';
import './player.css';
import { Proof } from './proof.ts';
import { Stage } from './stage.ts';

/*
 * The player of a display: follows the plan that it has downloaded by its own clock, so boundaries of the schedule
 * are crossed without a network too. A newer plan is asked for all the time; the last one got is kept.
 */

/** How often it is looked what should be on; ms. Turns last whole seconds. */
const tickMs = 250;
/** What could not be shown is tried again after this; ms. */
const retryMs = 5_000;

const preview = new URLSearchParams(location.search).has('preview');
const note = document.getElementById('note')!;
const stage = new Stage(document.getElementById('sign')!);
const source = new PlanSource(addressKey, preview);
const proof = preview ? undefined : new Proof(addressKey, () => source.now());

let shown = '';
let busy = false;
let failed = { key: '', until: 0 };
let listens = false;

const refOf = (show: Showable) => (show.kind === 'sign' ? show.projectId : show.assetId);
/** What has to be drawn again when it changes: another content, or another version of it. */
const keyOf = (show: Showable) =>
  show.kind === 'sign' ? `${show.publicId} ${show.version}` : `${show.assetId} ${show.url}`;

function say(text: string): void {
  if (note.textContent !== text) note.textContent = text;
}

async function tick(): Promise<void> {
  if (source.push && !listens) {
    listens = true;
    followHints(source.push, addressKey, () => source.hint());
  }
  const { plan } = source;
  if (!plan) {
    say(
      source.unknown
        ? 'This address belongs to no display.'
        : source.lost
          ? 'The plan of this display cannot be loaded right now. It is tried again by itself.'
          : '',
    );
    return;
  }
  document.title = plan.name;
  const { on, show, turn } = showing(plan, source.now());
  if (!show || on.kind === 'own') {
    proof?.showing(undefined);
    source.show(undefined);
    if (shown !== 'own') stage.clear();
    shown = 'own';
    return say(`${plan.name}: nothing is planned for now.`);
  }
  const key = keyOf(show);
  const now = Date.now();
  if (key !== shown && !(failed.key === key && now < failed.until)) {
    try {
      await stage.show(show, turn?.item.transition ?? 'none');
      shown = key;
      say('');
    } catch {
      failed = { key, until: now + retryMs };
      if (!shown) say('This sign cannot be loaded right now. It is tried again by itself.');
    }
  }
  if (shown === key) source.show(on.kind === 'emergency' || on.kind === 'takeover' ? on.id : undefined);
  // What could not be shown was not shown.
  if (shown === key) proof?.showing({ refId: refOf(show), name: show.name.slice(0, 120), cause: on.kind });
}

function look(): void {
  if (busy) return;
  busy = true;
  void tick().finally(() => {
    busy = false;
  });
}
setInterval(look, tickMs);

let ahead = '';
void source.follow(() => {
  look();
  const { plan } = source;
  const now = JSON.stringify(plan);
  if (!plan || source.lost || now === ahead) return;
  ahead = now;
  void fetchAhead(plan);
});
