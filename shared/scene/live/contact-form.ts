import { type ContactForm, contactQuestions } from '../elements/contact-form.ts';
import { resolveText } from '../variables.ts';
import { h } from './dom.ts';
import { checkAll, formSending, formShell, questionView } from './form-view.ts';
import type { Mount } from './live-part.ts';

/** The contact form: checked as it is filled in, sent without leaving the page. */
export const mount: Mount = (element: ContactForm, host) => {
  const it = element.properties;
  const say = (text: string) => resolveText(text, host.env());
  const form = formShell(element, say(it.title));
  const build = () => {
    const views = contactQuestions(it).map((question, i) =>
      questionView(question, {
        label: say(question.label),
        hint: say(it.fields[i]!.placeholder),
        options: [],
      }),
    );
    const sending = formSending('contact', element, form, host, build);
    form.onsubmit = (event) => {
      event.preventDefault();
      if (checkAll(views)) void sending.send(views);
    };
    form.replaceChildren(
      ...[
        it.title && h('h2', {}, say(it.title)),
        it.intro && h('p', {}, say(it.intro)),
        h('div', { class: 'fields' }, ...views.map(({ node }) => node)),
        sending.hidden,
        h('button', { class: 'go', type: 'submit' }, say(it.submitText)),
        sending.said,
      ].filter((node) => node !== ''),
    );
  };
  build();
  return { node: form };
};
