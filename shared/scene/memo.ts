/** Remembers the answers of a pure function of one text; the oldest is forgotten beyond `capacity`. */
export function memoize<Answer>(compute: (text: string) => Answer, capacity = 500): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Answer;
    const answer = compute(text);
    if (answers.size >= capacity) answers.delete(answers.keys().next().value!);
    answers.set(text, answer);
    return answer;
  };
}
