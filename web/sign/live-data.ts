import type { SignFloor } from '#shared/model/sign-floor.ts';
import type { SignChart } from '#shared/model/sign-reports.ts';
import type { WallWins } from '#shared/model/wins-wall.ts';
import { signPart } from './sign-part.ts';
import { signWeather } from './weather.ts';

/** What changes while a published sign is shown, for its player: each is asked for as much of it as the sign shows. */
export const liveData = (publicId: string) => ({
  weather: signWeather(publicId),
  wins: () => signPart<WallWins>(publicId, 'wins'),
  floor: () => signPart<SignFloor>(publicId, 'floor'),
  charts: () => signPart<{ charts: SignChart[] }>(publicId, 'charts'),
});
