/* What the handset's page runs: shows one phone, hears what changes, and does what a hand on it would do. */
(() => {
  const $ = (id) => document.getElementById(id);
  const quick = ['STOP', 'START', 'HELP', 'Yes, call me'];
  const smsChoices = [
    ['delivered', 'Delivered'],
    ['late', 'Delivered late', { outcome: 'delivered', delayMs: 10000 }],
    ['undelivered', 'Undelivered', { outcome: 'undelivered' }],
    ['failed', 'Failed', { outcome: 'failed' }],
    ['optout', 'Opted out', { outcome: 'optout' }],
  ];
  const callChoices = [
    ['rings', 'Ring here'],
    ['answered', 'Answered', { result: 'answered' }],
    ['busy', 'Busy', { result: 'busy' }],
    ['no-answer', 'No answer', { result: 'no-answer', afterMs: 3000 }],
    ['voicemail', 'Voicemail', { result: 'voicemail' }],
  ];

  let number =
    new URLSearchParams(location.search).get('number') ?? localStorage.getItem('sandbox-phone') ?? '';
  let shown = null;
  /** What the sandbox's clock is ahead of this machine's; ms. */
  let ahead = 0;
  let drawn = '';

  const national = (e164) => e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  const toE164 = (written) => {
    const digits = written.replace(/\D/g, '');
    if (written.trim().startsWith('+')) return `+${digits}`;
    return digits.length === 10 ? `+1${digits}` : `+${digits}`;
  };
  const time = (iso) => new Date(iso).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  const day = (iso) =>
    new Date(iso).toLocaleDateString([], { weekday: 'long', month: 'long', day: 'numeric' });
  const shortDay = (iso) => new Date(iso).toLocaleDateString([], { month: 'short', day: 'numeric' });
  const sinceToday = (iso) => new Date(iso).toDateString() === new Date(now()).toDateString();
  const lasting = (seconds) =>
    seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const watch = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const now = () => Date.now() + ahead;

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  const post = (path, body) =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /* The list of phones */

  function drawPhones() {
    const rows = shown.phones.map((phone) => {
      const item = make('li');
      if (phone.number === number) item.setAttribute('aria-current', 'true');
      const button = make('button');
      button.append(
        make('strong', '', national(phone.number)),
        make('small', '', sinceToday(phone.at) ? time(phone.at) : shortDay(phone.at)),
        make('span', '', phone.body),
      );
      button.onclick = () => open(phone.number);
      item.append(button);
      return item;
    });
    $('phones').replaceChildren(
      ...(rows.length > 0 ? rows : [make('li', 'none', 'No phone has been texted or called yet.')]),
    );
  }

  /* The thread */

  const states = {
    queued: 'On its way',
    sent: 'On its way',
    delivered: 'Delivered',
    undelivered: 'Not delivered',
    failed: 'Failed',
  };
  const takings = {
    pending: 'Sent',
    yes: 'Sent, Dealbell has it',
    no: 'Sent, but Dealbell did not take it',
    nobody: 'Sent, but nobody listens on this number yet',
  };

  function drawText(text) {
    const mine = text.direction === 'in';
    const lost = ['undelivered', 'failed'].includes(text.status);
    const bubble = make('div', `bubble${mine ? ' mine' : ''}${lost ? ' lost' : ''}`, text.body);
    const state = mine ? takings[text.taken] : states[text.status];
    const code = text.errorCode ? ` (${text.errorCode})` : '';
    const parts = text.segments > 1 ? ` · ${text.segments} parts` : '';
    const bad = lost || text.taken === 'no' || text.taken === 'nobody';
    return [
      bubble,
      make(
        'div',
        `meta${mine ? ' mine' : ''}${bad ? ' bad' : ''}`,
        `${time(text.at)} · ${state}${code}${parts}`,
      ),
    ];
  }

  function drawCall(call) {
    const results = {
      answered: `Call, ${lasting(call.talkSeconds)}`,
      voicemail: 'Went to voicemail',
      busy: 'Declined call',
      'no-answer': 'Missed call',
      failed: 'Call that failed',
    };
    const text = call.state === 'ended' ? results[call.result] : 'Call';
    const missed = ['no-answer', 'voicemail'].includes(call.result);
    return make('div', `event${missed ? ' missed' : ''}`, `${text} · ${time(call.placedAt)}`);
  }

  function drawThread() {
    const thread = $('thread');
    const entries = [
      ...shown.messages.map((text) => ({ at: text.at, text })),
      ...shown.calls.map((call) => ({ at: call.placedAt, call })),
    ].sort((a, b) => a.at.localeCompare(b.at));
    const key = JSON.stringify([number, entries]);
    if (key === drawn) return;
    drawn = key;
    const rows = [];
    let lastDay = '';
    let lastSender = '';
    for (const { at, text, call } of entries) {
      if (day(at) !== lastDay) rows.push(make('div', 'day', day(at)));
      lastDay = day(at);
      if (call) rows.push(drawCall(call));
      else {
        if (text.ours !== lastSender)
          rows.push(
            make(
              'div',
              'sender',
              `With ${national(text.ours)} by ${text.carrier === 'twilio' ? 'Twilio' : 'Telnyx'}`,
            ),
          );
        lastSender = text.ours;
        rows.push(...drawText(text));
      }
    }
    if (rows.length === 0) {
      const empty = make('p', 'empty');
      empty.append(
        make('strong', '', number ? 'Nothing yet' : 'No phone chosen'),
        number
          ? 'What Dealbell texts to this phone appears here. You can write first, too.'
          : 'Pick a phone from the list, or type the number of a lead.',
      );
      rows.push(empty);
    }
    thread.replaceChildren(...rows);
    thread.scrollTop = thread.scrollHeight;
  }

  function drawSenders() {
    const select = $('to');
    const chosen = select.value;
    const known = [...new Set(shown.messages.map(({ ours }) => ours))].reverse();
    const others = shown.numbers.map((own) => own.number).filter((own) => !known.includes(own));
    const list = [...known, ...others];
    const names = new Map(shown.numbers.map((own) => [own.number, own]));
    if (select.dataset.list === list.join() && select.dataset.phone === number) return;
    select.replaceChildren(
      ...list.map((own) => {
        const of = names.get(own);
        const option = make(
          'option',
          '',
          of ? `${national(own)} (${of.carrier}, ${of.account})` : national(own),
        );
        option.value = own;
        return option;
      }),
    );
    if (select.dataset.phone === number && list.includes(chosen)) select.value = chosen;
    select.dataset.list = list.join();
    select.dataset.phone = number;
    if (list.length === 0) select.append(make('option', '', 'No number yet: set up texting in Dealbell'));
  }

  /* A call */

  function drawRing() {
    const call = shown.calls.find(({ state }) => state === 'ringing' || state === 'answered');
    const box = $('call');
    const before = box.dataset.state;
    box.hidden = !call;
    box.dataset.state = call ? `${call.callId} ${call.state}` : '';
    if (!call) return;
    box.className = call.state;
    $('from').textContent = call.callerId ? national(call.callerId) : 'Dealbell';
    tick();
    if (before === box.dataset.state) return;
    const actions =
      call.state === 'ringing' && call.direction === 'outbound'
        ? [
            ['decline', 'Decline'],
            ['voicemail', 'Voicemail'],
            ['answer', 'Answer'],
          ]
        : [['hangup', 'Hang up']];
    $('hand').replaceChildren(
      ...actions.map(([action, name]) => {
        const button = make('button', action === 'hangup' ? 'decline' : action, name);
        button.onclick = async () => {
          await post('/sandbox/phone/calls', { callId: call.callId, action });
          load();
        };
        return button;
      }),
    );
    $('hand').lastElementChild.focus();
  }

  /* What this phone hears: a dial plan's recording, or music on hold and in a queue, over and over. */

  const player = new Audio();
  let heard = '';

  function drawHeard() {
    const call = shown.calls.find(({ state, hears, music }) => (hears || music?.url) && state !== 'ended');
    // Music comes before what the plan played last.
    const music = call?.music?.url;
    const hears = music ? undefined : call?.hears;
    const key = music ?? (hears ? JSON.stringify(hears) : '');
    if (key === heard) return;
    heard = key;
    player.pause();
    player.removeAttribute('src');
    if (!music && !hears) return;
    player.loop = Boolean(music);
    player.src = music ?? `/sandbox/phone/sounds/${hears.account}/${hears.recordingId}.wav`;
    player.currentTime = music ? 0 : Math.max(0, (now() - Date.parse(hears.since)) / 1000);
    // A browser that nobody has touched yet plays nothing.
    player.play().catch(() => undefined);
  }

  function tick() {
    $('time').textContent = new Date(now()).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
    const call = shown?.calls.find(({ state }) => state === 'ringing' || state === 'answered');
    if (!call) return;
    const seconds = Math.max(0, Math.round((now() - Date.parse(call.answeredAt ?? call.ringingAt)) / 1000));
    const waiting = { hold: 'On hold', queue: 'Waiting in a queue' }[call.music?.where];
    const voice = waiting ?? (call.by === 'machine' ? 'Voicemail' : 'In call');
    const calling = call.message ? 'Leave a message after the tone' : 'Calling';
    const ringing = call.direction === 'inbound' ? (waiting ?? calling) : 'Incoming call';
    $('state').textContent = call.state === 'ringing' ? ringing : `${voice} ${watch(seconds)}`;
  }

  function drawElsewhere() {
    const other = shown.live.find((call) => call.number !== number && call.state === 'ringing');
    const box = $('elsewhere');
    box.hidden = !other;
    if (!other) return;
    const button = make('button', '', 'Open');
    button.onclick = () => open(other.number);
    box.replaceChildren(`${national(other.number)} is ringing`, button);
  }

  /* How it behaves */

  function choices(id, list, chosen, pick) {
    const field = $(id);
    if (field.children.length === 1)
      for (const [value, name, script] of list) {
        const label = make('label', 'choice');
        const input = make('input');
        Object.assign(input, { type: 'radio', name: id, value });
        input.onchange = () => pick(script);
        label.append(input, make('span', '', name));
        field.append(label);
      }
    for (const input of field.querySelectorAll('input')) input.checked = input.value === chosen;
  }

  function drawBehaviour() {
    const { sms, call } = shown.behaviour;
    $('how').hidden = !number;
    const smsNow = sms?.outcome === 'delivered' && sms.delayMs ? 'late' : (sms?.outcome ?? 'delivered');
    const set = async (part) => {
      const script = {
        sms: shown.behaviour.sms ?? undefined,
        call: shown.behaviour.call ?? undefined,
        ...part,
      };
      await post('/sandbox/script', { match: number, ...script });
      load();
    };
    const nameOf = (list, value) => list.find(([one]) => one === value)?.[1].toLowerCase() ?? value;
    $('subtitle').textContent = number
      ? `Texts: ${nameOf(smsChoices, smsNow)} · calls: ${nameOf(callChoices, call?.result ?? 'rings')}`
      : '';
    choices('sms', smsChoices, smsNow, (one) => set({ sms: one }));
    choices('calls', callChoices, call?.result ?? 'rings', (one) => set({ call: one }));
  }

  function draw() {
    document.body.classList.toggle('opened', number !== '');
    $('title').textContent = number ? national(number) : 'Choose a phone';
    $('compose').hidden = !number;
    drawPhones();
    drawSenders();
    drawRing();
    drawHeard();
    drawElsewhere();
    drawBehaviour();
    drawThread();
    tick();
  }

  let loading = false;
  let again = false;
  async function load() {
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    try {
      const answer = await fetch(`/sandbox/phone.json?number=${encodeURIComponent(number)}`);
      shown = await answer.json();
      ahead = Date.parse(shown.now) - Date.now();
      $('lost').textContent = '';
      draw();
    } catch {
      $('lost').textContent = 'No connection';
    }
    loading = false;
    if (again) {
      again = false;
      load();
    }
  }

  function open(next) {
    number = next;
    localStorage.setItem('sandbox-phone', number);
    history.replaceState(null, '', number ? `?number=${encodeURIComponent(number)}` : location.pathname);
    $('wrong').textContent = '';
    load();
  }

  async function write(text) {
    const to = $('to').value;
    if (!text.trim() || !to.startsWith('+')) return;
    const answer = await post('/sandbox/phone/messages', { from: number, to, text });
    if (answer.ok) {
      $('text').value = '';
      $('send').disabled = true;
    }
    load();
  }

  $('open').onsubmit = (event) => {
    event.preventDefault();
    const next = toE164($('number').value);
    if (!/^\+[1-9]\d{7,14}$/.test(next)) {
      $('wrong').textContent = 'This is not a phone number.';
      return;
    }
    $('number').value = '';
    open(next);
  };
  $('back').onclick = () => open('');
  $('text').oninput = () => {
    $('send').disabled = !$('text').value.trim();
  };
  $('write').onsubmit = (event) => {
    event.preventDefault();
    write($('text').value);
  };
  $('quick').append(
    ...quick.map((text) => {
      const button = make('button', '', text);
      button.onclick = () => write(text);
      return button;
    }),
  );
  // The newest stays in sight when the room for it changes.
  new ResizeObserver(() => {
    $('thread').scrollTop = $('thread').scrollHeight;
  }).observe($('thread'));
  // What can be scrolled can be reached by keyboard.
  $('thread').tabIndex = 0;
  // On a small screen the phone itself has the room first.
  if (matchMedia('(max-width: 1120px)').matches) $('behaviour').open = false;

  function hear() {
    const events = new WebSocket(`${location.origin.replace('http', 'ws')}/sandbox/phone/events`);
    events.onmessage = load;
    events.onopen = load;
    events.onclose = () => {
      $('lost').textContent = 'No connection';
      setTimeout(hear, 1000);
    };
  }
  hear();
  setInterval(tick, 1000);
  load();
})();
