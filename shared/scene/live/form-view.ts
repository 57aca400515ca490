import { colorOr } from '../css/color.ts';
import type { Drawable } from '../element-type.ts';
import { formMetrics, softAccent } from '../elements/form-base.ts';
import { inkOn } from '../paint/panel.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, icon, newId } from './dom.ts';
import { type Answer, answerProblem, formLimits, type Question } from './form-rules.ts';
import { type FormPass, type FormSubmission, type LiveHost, Refused } from './live-part.ts';

/* What contact forms and surveys have in common: the shell, the inputs, the sending. */

type FormElement = Drawable<{ accentColor: string; successMessage: string }>;

export function formShell(element: FormElement, label: string): HTMLFormElement {
  const form = h('form', { class: 'live form', novalidate: true, 'aria-label': label || 'Form' });
  applyBox(form, element.styles);
  applyText(form, element.styles);
  const accent = colorOr(element.properties.accentColor, '#2563eb');
  form.style.padding = `${formMetrics(element as Drawable).padding}px`;
  form.style.setProperty('--accent', accent);
  form.style.setProperty('--on-accent', inkOn(accent));
  form.style.setProperty('--soft', softAccent(accent));
  return form;
}

export interface QuestionView {
  node: HTMLElement;
  question: Question;
  answer(): Answer | undefined;
  /** Shows what is wrong, or that nothing is. @returns whether the answer fits */
  check(): boolean;
  focus(): void;
}

const stars = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z';
const kinds: Partial<Record<Question['type'], [type: string, autocomplete?: string, mode?: string]>> = {
  email: ['email', 'email', 'email'],
  phone: ['tel', 'tel', 'tel'],
  number: ['text', undefined, 'decimal'],
};

/** One question with its label, input and the place for what is wrong with the answer. */
export function questionView(
  question: Question,
  shown: { label: string; hint: string; options: string[] },
): QuestionView {
  const { type, required, name } = question;
  const id = newId();
  const problem = h('div', { class: 'problem', id: `${id}-problem`, 'aria-live': 'polite' });
  const label = `${shown.label}${required ? ' *' : ''}`;
  const grouped = ['choice', 'choices', 'rating', 'yesno'].includes(type);
  const inputs: HTMLInputElement[] = [];
  let single: HTMLInputElement | HTMLTextAreaElement | undefined;
  let node: HTMLElement;
  if (grouped) {
    const options =
      type === 'rating'
        ? Array.from({ length: formLimits.stars }, (_, i) => String(i + 1))
        : type === 'yesno'
          ? ['Yes', 'No']
          : [...(question.options ?? [])];
    const list = h('div', { class: type === 'rating' ? 'stars' : 'options' });
    const paint = () => {
      const at = inputs.findIndex((input) => input.checked);
      for (const [i, input] of inputs.entries()) input.parentElement!.classList.toggle('on', i <= at);
    };
    for (const [i, option] of options.entries()) {
      const input = h('input', {
        type: type === 'choices' ? 'checkbox' : 'radio',
        name: id,
        value: option,
        class: type === 'rating' ? 'unseen' : undefined,
        onchange: () => {
          paint();
          view.check();
        },
      });
      inputs.push(input);
      const words = type === 'rating' ? `${option} of ${formLimits.stars}` : (shown.options[i] ?? option);
      list.append(
        type === 'rating'
          ? h('label', { title: words }, input, icon(stars), h('span', { class: 'unseen' }, words))
          : h('label', {}, input, words),
      );
    }
    node = h(
      'fieldset',
      { class: 'field', 'aria-describedby': problem.id },
      h('legend', {}, label),
      list,
      problem,
    );
  } else {
    const [kind, autocomplete, mode] = kinds[type] ?? ['text', name === 'name' ? 'name' : undefined];
    const common = {
      id,
      class: 'in',
      name,
      placeholder: shown.hint || undefined,
      required,
      maxlength: type === 'textarea' ? formLimits.text : formLimits.line,
      'aria-describedby': problem.id,
      onblur: () => (single!.value !== '' || single!.ariaInvalid === 'true') && view.check(),
    };
    single =
      type === 'textarea'
        ? h('textarea', common)
        : h('input', { ...common, type: kind, autocomplete, inputmode: mode });
    single.dir = 'auto';
    node = h(
      'div',
      { class: `field${type === 'textarea' ? ' grow' : ''}` },
      h('label', { for: id }, label),
      single,
      problem,
    );
  }
  const view: QuestionView = {
    node,
    question,
    answer: () => {
      if (single) return single.value.trim();
      const chosen = inputs.filter(({ checked }) => checked).map(({ value }) => value);
      return type === 'choices' ? chosen : type === 'rating' && chosen[0] ? Number(chosen[0]) : chosen[0];
    },
    check: () => {
      const wrong = answerProblem({ ...question, label: shown.label }, view.answer());
      problem.textContent = wrong ?? '';
      for (const input of single ? [single] : inputs)
        input.setAttribute('aria-invalid', String(wrong !== undefined));
      return wrong === undefined;
    },
    focus: () => (single ?? inputs[0])?.focus(),
  };
  return view;
}

/** Checks all views; the first that is wrong gets the focus. */
export function checkAll(views: readonly QuestionView[]): boolean {
  const wrong = views.filter((view) => !view.check());
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** Sends a form's answers, tells how it went and, once it has, puts the thanks in the form's place. */
export function formSending(
  kind: 'contact' | 'survey',
  element: FormElement,
  form: HTMLFormElement,
  host: LiveHost,
  restart: () => void,
) {
  const said = h('div', { class: 'said', role: 'status', 'aria-live': 'polite' });
  // Programs fill in whatever looks like a field; people and screen readers never come here.
  const trap = h('input', { type: 'text', name: 'website', tabindex: -1, autocomplete: 'off' });
  const hidden = h('div', { class: 'trap', 'aria-hidden': 'true' }, trap);
  let pass: Promise<FormPass | undefined> | undefined;
  const begin = () => {
    pass ??= host.send?.pass(element.element.id).catch(() => {
      pass = undefined;
      return undefined;
    });
  };
  form.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches('input, textarea')) begin();
  });
  const tell = (text: string, bad = false) => {
    said.textContent = text;
    said.classList.toggle('bad', bad);
  };
  const thank = () => {
    const again = h('button', { type: 'button', onclick: restart }, 'Send another');
    const words = resolveText(element.properties.successMessage, host.env());
    form.replaceChildren(
      h(
        'div',
        { class: 'done', role: 'status', tabindex: -1 },
        icon('M4 12.5l5.5 5.5L20 6.5'),
        h('div', {}, words),
        again,
      ),
    );
    (form.firstElementChild as HTMLElement).focus();
  };
  let sending = false;
  return {
    said,
    hidden,
    async send(views: readonly QuestionView[]): Promise<void> {
      if (sending) return;
      if (!host.send) return tell('This form can be sent from the published page only.', true);
      sending = true;
      tell('Sending…');
      const buttons = form.querySelectorAll('button');
      for (const button of buttons) button.disabled = true;
      try {
        begin();
        const answers: FormSubmission['answers'] = {};
        for (const view of views) {
          const answer = view.answer();
          if (answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0))
            answers[view.question.name] = answer;
        }
        const given = await pass;
        // Asked for only now, by a form that was filled in at a stroke, the pass is not taken at once.
        const wait = given ? given.readyAt - performance.now() : 0;
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        await host.send.submit(kind, {
          elementId: element.element.id,
          pass: given?.pass ?? 'none',
          website: trap.value,
          answers,
        });
        pass = undefined;
        thank();
      } catch (error) {
        // The pass may be the reason; where the server was not reached, the same one sends the same submission.
        if (error instanceof Refused) {
          pass = undefined;
          begin();
        }
        tell(error instanceof Error ? error.message : 'It could not be sent. Please try again.', true);
        for (const button of buttons) button.disabled = false;
      } finally {
        sending = false;
      }
    },
  };
}
