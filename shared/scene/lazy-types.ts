import type { Element } from '#shared/model/content.ts';
import type { ElementType } from './element-type.ts';
import { button } from './elements/button.ts';
import { gradientText } from './elements/gradient-text.ts';
import { image } from './elements/image.ts';
import { outlineText } from './elements/outline-text.ts';
import { shadowText } from './elements/shadow-text.ts';
import { shape } from './elements/shape.ts';
import { text } from './elements/text.ts';
import { isKnownType, learnTypes, typeNameOf } from './known-types.ts';

/*
 * For the public sign, which has to be small: what nearly every sign shows is there, all else comes when a sign
 * shows it. Everybody else imports registry.ts and has all types at once.
 */

learnTypes([text, gradientText, shadowText, outlineText, image, shape, button]);

/** One line for each of the other types; a test holds this list to the registry. */
export const typeLoaders: Readonly<Record<string, () => Promise<ElementType>>> = {
  accordion: () => import('./elements/accordion.ts').then(({ accordion }) => accordion),
  arrow: () => import('./elements/line.ts').then(({ arrow }) => arrow),
  audio_player: () => import('./elements/audio-player.ts').then(({ audioPlayer }) => audioPlayer),
  bar_chart: () => import('./elements/bar-chart.ts').then(({ barChart }) => barChart),
  confetti: () => import('./elements/confetti.ts').then(({ confetti }) => confetti),
  contact_form: () => import('./elements/contact-form.ts').then(({ contactForm }) => contactForm),
  icon: () => import('./elements/icon.ts').then(({ icon }) => icon),
  image_carousel: () => import('./elements/image-carousel.ts').then(({ imageCarousel }) => imageCarousel),
  image_hotspot: () => import('./elements/image-hotspot.ts').then(({ imageHotspot }) => imageHotspot),
  line: () => import('./elements/line.ts').then(({ line }) => line),
  line_chart: () => import('./elements/line-chart.ts').then(({ lineChart }) => lineChart),
  pie_chart: () => import('./elements/pie-chart.ts').then(({ pieChart }) => pieChart),
  live_floor: () => import('./elements/live-floor.ts').then(({ liveFloor }) => liveFloor),
  report_chart: () => import('./elements/report-chart.ts').then(({ reportChart }) => reportChart),
  qr_code: () => import('./elements/qr-code.ts').then(({ qrCode }) => qrCode),
  sales_rep_photo: () => import('./elements/sales-rep-photo.ts').then(({ salesRepPhoto }) => salesRepPhoto),
  standard_photo: () => import('./elements/standard-photo.ts').then(({ standardPhoto }) => standardPhoto),
  survey_form: () => import('./elements/survey-form.ts').then(({ surveyForm }) => surveyForm),
  tabs: () => import('./elements/tabs.ts').then(({ tabs }) => tabs),
  timer: () => import('./elements/timer.ts').then(({ timer }) => timer),
  todays_wins: () => import('./elements/todays-wins.ts').then(({ todaysWins }) => todaysWins),
  video: () => import('./elements/video.ts').then(({ video }) => video),
  video_player: () => import('./elements/video-player.ts').then(({ videoPlayer }) => videoPlayer),
  weather: () => import('./elements/weather.ts').then(({ weather }) => weather),
  aurora_borealis: () => import('./effects/aurora-borealis.ts').then(({ auroraBorealis }) => auroraBorealis),
  bubble_float: () => import('./effects/bubble-float.ts').then(({ bubbleFloat }) => bubbleFloat),
  butterfly_swarm: () => import('./effects/butterfly-swarm.ts').then(({ butterflySwarm }) => butterflySwarm),
  falling_leaves: () => import('./effects/falling-leaves.ts').then(({ fallingLeaves }) => fallingLeaves),
  fireworks: () => import('./effects/fireworks.ts').then(({ fireworks }) => fireworks),
  floating_balloons: () =>
    import('./effects/floating-balloons.ts').then(({ floatingBalloons }) => floatingBalloons),
  floating_hearts: () => import('./effects/floating-hearts.ts').then(({ floatingHearts }) => floatingHearts),
  geometric_pulse: () => import('./effects/geometric-pulse.ts').then(({ geometricPulse }) => geometricPulse),
  lightning_storm: () => import('./effects/lightning-storm.ts').then(({ lightningStorm }) => lightningStorm),
  matrix_rain: () => import('./effects/matrix-rain.ts').then(({ matrixRain }) => matrixRain),
  neon_pulse: () => import('./effects/neon-pulse.ts').then(({ neonPulse }) => neonPulse),
  ocean_waves: () => import('./effects/ocean-waves.ts').then(({ oceanWaves }) => oceanWaves),
  pixel_sparks: () => import('./effects/pixel-sparks.ts').then(({ pixelSparks }) => pixelSparks),
  rainbow_tunnel: () => import('./effects/rainbow-tunnel.ts').then(({ rainbowTunnel }) => rainbowTunnel),
  raining_money: () => import('./effects/raining-money.ts').then(({ rainingMoney }) => rainingMoney),
  snow_animation: () => import('./effects/snow-animation.ts').then(({ snowAnimation }) => snowAnimation),
  solar_flare: () => import('./effects/solar-flare.ts').then(({ solarFlare }) => solarFlare),
  starfield: () => import('./effects/starfield.ts').then(({ starfield }) => starfield),
};

/** Loads the drawing of whatever these elements are. @throws when a file cannot be had */
export async function loadTypes(elements: readonly Element[]): Promise<void> {
  const names = new Set(elements.map(typeNameOf).filter((name) => !isKnownType(name)));
  const loading = [...names].map((name) =>
    Object.hasOwn(typeLoaders, name) ? typeLoaders[name]!() : undefined,
  );
  learnTypes((await Promise.all(loading)).filter((type) => type !== undefined));
}
