import { describe, expect, it } from 'vitest';
import { newElement } from '../registry.ts';
import { formProblems, recipientsOf } from './form-delivery.ts';

const form = (type: string, properties: Record<string, string>, isVisible = true) => {
  const element = newElement(type, { id: 'elm_form', x: 0, y: 0, layerOrder: 0 });
  return { ...element, isVisible, properties: { ...element.properties, ...properties } };
};
const problemOf = (...given: Parameters<typeof form>) => formProblems([form(...given)])[0]?.problem;

describe('where a form delivers', () => {
  it.each([
    ['', 'It has no e-mail address to write to.'],
    ['sales', '“sales” is not an e-mail address.'],
    ['sales@example.com, boss@', '“boss@” is not an e-mail address.'],
    ['sales@example.com; boss@example.com', undefined],
  ])('an e-mail to “%s”: %s', (recipient, problem) => {
    expect(problemOf('contact_form', { recipient })).toBe(problem);
  });

  it.each([
    ['', 'It has no webhook to call.'],
    ['http://hooks.example.com', 'Its webhook is not an https address.'],
    ['https://hooks.example.com', undefined],
  ])('a webhook at “%s”: %s', (webhookUrl, problem) => {
    expect(problemOf('survey_form', { webhookUrl })).toBe(problem);
    expect(problemOf('contact_form', { action: 'webhook', webhookUrl })).toBe(problem);
  });

  it('names the form, and asks nothing of what is hidden or is no form', () => {
    expect(formProblems([form('contact_form', { title: 'Call me' })])).toMatchObject([
      { elementId: 'elm_form', form: 'Call me' },
    ]);
    expect(problemOf('contact_form', {}, false)).toBeUndefined();
    expect(problemOf('text', {})).toBeUndefined();
  });

  it('reads the addresses of a list', () => {
    expect(recipientsOf('a@example.com, nobody;b@example.com')).toEqual(['a@example.com', 'b@example.com']);
  });
});
