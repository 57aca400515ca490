import type { createScript } from '#functions/scripts/api.ts';

const step = (
  key: string,
  title: string,
  text: string,
  ...answers: [label: string, next: string | null][]
) => ({
  key,
  title,
  text,
  answers: answers.map(([label, next]) => ({ label, next })),
});

/** What the demo's agents say to somebody new. */
export const pitch = {
  name: 'First call, solar',
  description: 'Who decides, whether the roof is theirs, and a time for the visit',
  steps: [
    step(
      'hello',
      'Greeting',
      'Hi {{ lead.firstName | default: "there" }}, this is {{ rep.firstName | default: "the team" }} from {{ company.name }}. You asked us about solar for your home. Is this a good moment?',
      ['Yes', 'roof'],
      ['Later', 'later'],
      ['Not interested', 'bye'],
    ),
    step(
      'roof',
      'The roof',
      'Great. Is the house in {{ lead.city | default: "your town" }} your own?',
      ['Own house', 'visit'],
      ['Rents', 'bye'],
    ),
    step(
      'visit',
      'The visit',
      'Then the next step is a look at the roof, half an hour, and it costs nothing. Would a morning or an afternoon be better?',
      ['Morning', null],
      ['Afternoon', null],
      ['Wants to think about it', 'later'],
    ),
    step('later', 'Call again', 'Of course. When shall I call you again?', ['Time agreed', null]),
    step('bye', 'Thanks', 'Thank you for your time. Have a good day.', ['Done', null]),
  ],
} satisfies Parameters<typeof createScript>[0];
