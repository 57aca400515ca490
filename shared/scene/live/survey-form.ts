import { type SurveyForm, surveyQuestions } from '../elements/survey-form.ts';
import { resolveText } from '../variables.ts';
import { h } from './dom.ts';
import { checkAll, formSending, formShell, type QuestionView, questionView } from './form-view.ts';
import type { Mount } from './live-part.ts';

/** The survey: a step at a time; what was answered stays while one goes back and forth. */
export const mount: Mount = (element: SurveyForm, host) => {
  const it = element.properties;
  const say = (text: string) => resolveText(text, host.env());
  const form = formShell(element, say(it.title));
  const build = () => {
    const all = surveyQuestions(it).map((question) =>
      questionView(question, {
        label: say(question.label),
        hint: '',
        options: (question.options ?? []).map(say),
      }),
    );
    const steps: QuestionView[][] = [];
    let from = 0;
    for (const { questions } of it.steps) {
      steps.push(all.slice(from, from + questions.length));
      from += questions.length;
    }
    const sending = formSending('survey', element, form, host, build);
    let at = 0;
    const heading = h('h2', { tabindex: -1 }, say(it.title));
    const show = (focus: boolean) => {
      const last = at >= steps.length - 1;
      const title = say(it.steps[at]?.title ?? '');
      const where = `Step ${at + 1} of ${steps.length}`;
      const bar = h('div', {
        class: 'bar',
        role: 'progressbar',
        'aria-label': 'Progress',
        'aria-valuemin': 0,
        'aria-valuemax': steps.length,
        'aria-valuenow': at + 1,
      });
      const done = h('i');
      done.style.width = `${((at + 1) / Math.max(1, steps.length)) * 100}%`;
      bar.append(done);
      const progress =
        it.showProgress && steps.length > 1
          ? [bar, h('div', { class: 'step', 'aria-live': 'polite' }, title ? `${where} · ${title}` : where)]
          : [];
      const back =
        it.allowBack && at > 0
          ? h('button', { class: 'back', type: 'button', onclick: () => go(-1) }, say(it.backText))
          : h('span');
      form.replaceChildren(
        heading,
        ...progress,
        h('div', { class: 'fields' }, ...(steps[at] ?? []).map(({ node }) => node)),
        sending.hidden,
        sending.said,
        h(
          'div',
          { class: 'row' },
          back,
          h('button', { class: 'go', type: 'submit' }, say(last ? it.submitText : it.nextText)),
        ),
      );
      form.scrollTop = 0;
      if (focus) heading.focus();
    };
    const go = (by: number) => {
      at = Math.min(steps.length - 1, Math.max(0, at + by));
      show(true);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      if (!checkAll(steps[at] ?? [])) return;
      if (at < steps.length - 1) go(1);
      else void sending.send(all);
    };
    show(false);
  };
  build();
  return { node: form };
};
