import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { colorOr } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { rangeOf, textField, toggle } from '../form-builders.ts';
import { formLimits, type Question } from '../live/form-rules.ts';
import { block, blockLines, heightOf, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { fillRounded } from '../paint/shapes.ts';
import { readRadius } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import {
  buttonText,
  deliveryFields,
  deliveryProperties,
  drawFormButton,
  drawInput,
  drawMark,
  drawStar,
  formColors,
  formLook,
  formLookFields,
  formMetrics,
  formStyles,
  labelBlock,
  privateDelivery,
  questionTypes,
  softAccent,
} from './form-base.ts';
import { flag, shortText, within } from './schema-parts.ts';

const question = z.object({
  question: shortText('Your question'),
  type: z.enum(questionTypes).default('text'),
  required: z.boolean().default(false),
  options: z.array(z.string().max(formLimits.optionLength)).max(formLimits.options).default([]),
});
const step = z.object({
  title: shortText(),
  questions: z.array(question).max(formLimits.fields).default([]),
});

const ask = (
  text: string,
  type: (typeof questionTypes)[number],
  required: boolean,
  options: string[] = [],
) => ({ question: text, type, required, options });

const standard = [
  {
    title: 'How was it?',
    questions: [
      ask('How happy are you with our service?', 'rating', true),
      ask('Would you recommend us?', 'yesno', true),
    ],
  },
  {
    title: 'Tell us more',
    questions: [
      ask('How did you hear of us?', 'choice', false, ['A friend', 'Search', 'A call', 'An event']),
      ask('What could we do better?', 'textarea', false),
    ],
  },
];

const properties = z.object({
  title: shortText('Your opinion counts'),
  steps: z.array(step).max(formLimits.steps).default(standard),
  showProgress: flag(true),
  allowBack: flag(true),
  nextText: shortText('Next'),
  backText: shortText('Back'),
  submitText: shortText('Send'),
  successMessage: shortText('Thank you for your answers.'),
  submitAction: z.enum(['webhook', 'email']).default('webhook'),
  ...deliveryProperties,
  ...formLook,
  /** The step that pictures show, from 1. */
  pictureStep: within(1, formLimits.steps, 1),
});

export type SurveyForm = Drawable<z.output<typeof properties>>;

/** Answers are kept by place: the wording of a question may change while its answers are compared. */
const questionName = (stepIndex: number, questionIndex: number) => `q${stepIndex + 1}_${questionIndex + 1}`;

/** Every question of the survey, as the rules check it. */
export const surveyQuestions = ({ steps }: SurveyForm['properties']): Question[] =>
  steps.flatMap(({ questions }, s) =>
    questions.map(({ question: label, type, required, options }, q) => ({
      name: questionName(s, q),
      label,
      type,
      required,
      options: options.filter((option) => option.trim() !== ''),
    })),
  );

interface Plan {
  blocks: TextBlock[];
  paint: (() => void)[];
}

function layout(ctx: SceneContext, element: SurveyForm, env: SceneEnv): Plan {
  const { styles, properties: it } = element;
  const metrics = formMetrics(element as Drawable);
  const { fontSize, inner, labelHeight, inputHeight, gap, radius } = metrics;
  const blocks: TextBlock[] = [];
  const paint: Plan['paint'] = [];
  const at = Math.min(Math.floor(it.pictureStep), it.steps.length) - 1;
  const shown = it.steps[at];
  let y = inner.y;
  const words = (text: string, px: number, weight: number, color?: string) => {
    if (text === '') return;
    const style = {
      ...readTextStyle(styles),
      fontSize: px,
      fontWeight: weight,
      lineHeight: 1.25,
      padding: 0,
      ...(color ? { color } : {}),
    };
    const height = heightOf(ctx, text, inner.width, style, env);
    blocks.push(block(text, { ...inner, y, height }, styles, { ...style, verticalAlign: 'top' }));
    y += height;
  };
  words(resolveText(it.title, env), fontSize * 1.45, 700);
  y += gap * 0.5;
  if (it.showProgress && it.steps.length > 1) {
    const track = { x: inner.x, y, width: inner.width, height: fontSize * 0.4 };
    const share = (at + 1) / it.steps.length;
    paint.push(() => {
      fillRounded(ctx, track, softAccent(it.accentColor), track.height);
      fillRounded(
        ctx,
        { ...track, width: track.width * share },
        colorOr(it.accentColor, '#2563eb'),
        track.height,
      );
    });
    y += fontSize * 0.75;
    words(
      `Step ${at + 1} of ${it.steps.length}${shown?.title ? ` · ${resolveText(shown.title, env)}` : ''}`,
      fontSize * 0.85,
      500,
      formColors.hint,
    );
    y += gap * 0.7;
  }
  const buttonHeight = fontSize * 2.8;
  const bottom = inner.y + inner.height - buttonHeight;
  for (const { question: text, type, required, options } of shown?.questions ?? []) {
    if (y + labelHeight > bottom - gap) break;
    blocks.push(
      labelBlock(
        resolveText(text, env),
        required,
        { ...inner, y, height: labelHeight },
        styles,
        fontSize * 1.05,
      ),
    );
    y += labelHeight + fontSize * 0.35;
    const room = bottom - gap - y;
    const used = drawQuestion({
      type,
      options,
      box: {
        ...inner,
        y,
        height: Math.max(inputHeight, Math.min(room, inputHeight * (type === 'textarea' ? 2 : 1))),
      },
      ctx,
      element,
      metrics,
      blocks,
      paint,
      env,
    });
    y += used + gap;
  }
  const last = at >= it.steps.length - 1;
  const width = Math.min(inner.width, fontSize * 9);
  const button = { x: inner.x + inner.width - width, y: bottom, width, height: buttonHeight };
  paint.push(() => drawFormButton(ctx, button, it.accentColor, radius));
  blocks.push(buttonText(resolveText(last ? it.submitText : it.nextText, env), button, element, fontSize));
  if (it.allowBack && at > 0) {
    const back = { ...button, x: inner.x };
    paint.push(() => drawInput(ctx, back, radius));
    blocks.push(
      block(resolveText(it.backText, env), back, styles, {
        fontSize,
        fontWeight: 600,
        textAlign: 'center',
        singleLine: true,
      }),
    );
  }
  return { blocks, paint };
}

/** Draws one question's input; answers how high it is. */
function drawQuestion(of: {
  type: (typeof questionTypes)[number];
  options: readonly string[];
  box: Box;
  ctx: SceneContext;
  element: SurveyForm;
  metrics: ReturnType<typeof formMetrics>;
  blocks: TextBlock[];
  paint: Plan['paint'];
  env: SceneEnv;
}): number {
  const { type, box, ctx, element, metrics, blocks, paint, env } = of;
  const { fontSize, inputHeight, radius } = metrics;
  switch (type) {
    case 'rating': {
      const side = fontSize * 2.1;
      paint.push(() => {
        for (let i = 0; i < formLimits.stars; i++)
          drawStar(ctx, box.x + i * side * 1.2, box.y, side, formColors.edge);
      });
      return side;
    }
    case 'yesno':
    case 'choice':
    case 'choices': {
      const options = type === 'yesno' ? ['Yes', 'No'] : of.options;
      const side = fontSize * 1.15;
      const columns = type === 'yesno' || box.width > fontSize * 24 ? 2 : 1;
      const width = box.width / columns;
      const rowHeight = fontSize * 1.9;
      for (const [i, option] of options.entries()) {
        const x = box.x + (i % columns) * width;
        const y = box.y + Math.floor(i / columns) * rowHeight;
        paint.push(() => drawMark(ctx, x, y + (rowHeight - side) / 2, side, type !== 'choices'));
        blocks.push(
          block(
            resolveText(option, env),
            { x: x + side * 1.6, y, width: width - side * 1.8, height: rowHeight },
            element.styles,
            { fontSize, singleLine: true },
          ),
        );
      }
      return Math.ceil(options.length / columns) * rowHeight;
    }
    default:
      paint.push(() => drawInput(ctx, box, radius));
      return Math.max(inputHeight, box.height);
  }
}

export const surveyForm = defineElementType({
  type: 'survey_form',
  base: 'button',
  label: 'Survey',
  description: 'Questions in steps, answered on the page',
  category: 'Forms',
  tags: ['form', 'survey', 'questions', 'feedback', 'poll', 'rating'],
  isPro: true,
  icon: 'IconClipboardList',
  size: { width: 600, height: 400 },
  bounds: { minWidth: 240, minHeight: 180, maxWidth: 2000, maxHeight: 2000, aspect: 'free' },
  properties,
  styles: formStyles,
  form: [
    textField('title', 'Title'),
    {
      target: 'properties',
      key: 'steps',
      tab: 'content',
      kind: 'rows',
      label: 'Steps',
      rows: {
        noun: 'step',
        minRows: 1,
        maxRows: formLimits.steps,
        blank: { title: '', questions: [ask('Your question', 'text', false)] },
        columns: [
          { key: 'title', label: 'Title', kind: 'text', maxLength: contentLimits.messageLength },
          {
            key: 'questions',
            label: 'Questions',
            kind: 'rows',
            rows: {
              noun: 'question',
              minRows: 1,
              maxRows: formLimits.fields,
              blank: ask('Your question', 'text', false),
              columns: [
                { key: 'question', label: 'Question', kind: 'text', maxLength: contentLimits.messageLength },
                {
                  key: 'type',
                  label: 'Answered by',
                  kind: 'select',
                  options: [
                    { value: 'text', label: 'Line' },
                    { value: 'textarea', label: 'Long text' },
                    { value: 'email', label: 'E-mail' },
                    { value: 'phone', label: 'Phone' },
                    { value: 'number', label: 'Number' },
                    { value: 'choice', label: 'One of the options' },
                    { value: 'choices', label: 'Several of the options' },
                    { value: 'rating', label: 'Stars' },
                    { value: 'yesno', label: 'Yes or no' },
                  ],
                },
                { key: 'required', label: 'Required', kind: 'toggle' },
                {
                  key: 'options',
                  label: 'Options, one in each line',
                  kind: 'lines',
                  maxLines: formLimits.options,
                },
              ],
            },
          },
        ],
      },
    },
    toggle('showProgress', 'Show how far it is'),
    toggle('allowBack', 'One may go back'),
    textField('nextText', 'Button to go on'),
    textField('backText', 'Button to go back'),
    textField('submitText', 'Last button'),
    textField('successMessage', 'After sending'),
    ...deliveryFields('submitAction', 'webhook'),
    rangeOf('pictureStep', 'Step in pictures', { min: 1, max: formLimits.steps, step: 1 }, 'layout'),
    ...formLookFields,
  ],
  weights: [400, 500, 600, 700],
  privateProperties: privateDelivery,
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    isolate(ctx, () => {
      clipTo(ctx, roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles)));
      const { blocks, paint } = layout(ctx, element, env);
      for (const put of paint) put();
      paintBlocks(ctx, blocks, env);
    });
  },
  text: ({ properties: it }, env) =>
    [
      it.title,
      ...it.steps.flatMap(({ title, questions }) => [
        title,
        ...questions.flatMap(({ question: text, options }) => [text, ...options]),
      ]),
      it.nextText,
      it.backText,
      it.submitText,
      it.successMessage,
      'Yes No * Step of · 0123456789',
    ]
      .map((text) => resolveText(text, env))
      .join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, layout(ctx, element, env).blocks, env),
});
