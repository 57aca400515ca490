import { type Speech, speechId } from '#functions/recordings/api.ts';
import { type PlanSteps, type StepSound, soundsOf, withSounds } from '#shared/model/dialplan/steps.ts';

const isText = (sound: StepSound): sound is Extract<StepSound, { speech: string }> => 'speech' in sound;
const speechOf = ({ speech, voice }: Extract<StepSound, { speech: string }>): Speech => ({
  text: speech,
  voice,
});

/** The texts that callers hear. */
export const textsOf = (steps: PlanSteps): Speech[] => steps.flatMap(soundsOf).filter(isText).map(speechOf);

/** The steps as an exchange plays them: a text is the recording that it is read into. */
export function asSounds(steps: PlanSteps): PlanSteps {
  const played = (sound: StepSound): StepSound =>
    isText(sound) ? { recording: speechId(speechOf(sound)) } : sound;
  return steps.map((step) => withSounds(step, played));
}
