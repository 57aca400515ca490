import type { ElementType } from '../element-type.ts';
import { accordion } from './accordion.ts';
import { audioPlayer } from './audio-player.ts';
import { barChart } from './bar-chart.ts';
import { button } from './button.ts';
import { confetti } from './confetti.ts';
import { contactForm } from './contact-form.ts';
import { gradientText } from './gradient-text.ts';
import { icon } from './icon.ts';
import { image } from './image.ts';
import { imageCarousel } from './image-carousel.ts';
import { imageHotspot } from './image-hotspot.ts';
import { arrow, line } from './line.ts';
import { lineChart } from './line-chart.ts';
import { liveFloor } from './live-floor.ts';
import { outlineText } from './outline-text.ts';
import { pieChart } from './pie-chart.ts';
import { qrCode } from './qr-code.ts';
import { reportChart } from './report-chart.ts';
import { salesRepPhoto } from './sales-rep-photo.ts';
import { shadowText } from './shadow-text.ts';
import { shape } from './shape.ts';
import { standardPhoto } from './standard-photo.ts';
import { surveyForm } from './survey-form.ts';
import { tabs } from './tabs.ts';
import { text } from './text.ts';
import { timer } from './timer.ts';
import { todaysWins } from './todays-wins.ts';
import { video } from './video.ts';
import { videoPlayer } from './video-player.ts';
import { weather } from './weather.ts';

/** Every element type but the animated backgrounds, in the palette's order. A new type is one file and one line here. */
export const elements: readonly ElementType[] = [
  text,
  gradientText,
  shadowText,
  outlineText,
  image,
  standardPhoto,
  salesRepPhoto,
  imageCarousel,
  video,
  videoPlayer,
  audioPlayer,
  shape,
  line,
  arrow,
  icon,
  pieChart,
  barChart,
  lineChart,
  reportChart,
  todaysWins,
  liveFloor,
  button,
  imageHotspot,
  accordion,
  tabs,
  qrCode,
  timer,
  weather,
  contactForm,
  surveyForm,
  confetti,
];
