import type { Drawable } from '../element-type.ts';
import { type ContactForm, contactQuestions } from '../elements/contact-form.ts';
import { formMetrics } from '../elements/form-base.ts';
import type { SurveyForm } from '../elements/survey-form.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { formTypeOf } from '../live/form-rules.ts';
import { heightOf } from '../paint/blocks.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';

/* How high a form is that shows every field whole, in em of its text: the sizes of live/style.ts. */

const em = {
  label: 1.6,
  input: 2.7,
  area: 6.5,
  gap: 1.05,
  option: 1.95,
  stars: 2.2,
  button: 2.9,
  said: 1.8,
  step: 2.6,
};

function wordsHeight(text: string, scale: number, form: Drawable, ctx: SceneContext, env: SceneEnv): number {
  const { fontSize, inner } = formMetrics(form);
  const words = resolveText(text, env);
  if (!words) return 0;
  const style = { ...readTextStyle(form.styles), fontSize: fontSize * scale, fontWeight: 700, padding: 0 };
  return heightOf(ctx, words, inner.width, style, env) + fontSize * 0.65;
}

const questionHeight = (type: string, options: number): number => {
  const answer: Record<string, number> = {
    textarea: em.area,
    rating: em.stars,
    yesno: 2 * em.option,
    choice: options * em.option,
    choices: options * em.option,
  };
  return em.label + (answer[type] ?? em.input) + em.gap;
};

/** px that a form needs at its width so that no field of it is cut, with room for what is wrong with an answer. */
export function formHeight(form: Drawable, ctx: SceneContext, env: SceneEnv): number {
  const { fontSize, padding } = formMetrics(form);
  const fixed = 2 * padding + fontSize * (em.button + em.said);
  if (formTypeOf(form.element) === 'contact') {
    const { title, intro } = form.properties as unknown as ContactForm['properties'];
    const fields = contactQuestions(form.properties as never).reduce(
      (sum, { type }) => sum + questionHeight(type, 0),
      0,
    );
    const words = wordsHeight(title, 1.5, form, ctx, env) + wordsHeight(intro, 1, form, ctx, env);
    return fixed + words + fields * fontSize;
  }
  const { title, steps } = form.properties as unknown as SurveyForm['properties'];
  const highest = Math.max(
    0,
    ...steps.map(({ questions }) =>
      questions.reduce((sum, { type, options }) => sum + questionHeight(type, options.length), 0),
    ),
  );
  const progress = steps.length > 1 ? em.step : 0;
  return fixed + wordsHeight(title, 1.45, form, ctx, env) + (highest + progress) * fontSize;
}
