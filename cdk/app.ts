import { dealbell } from './dealbell.ts';
import { commandLine } from './settings.ts';

const { context, outdir } = commandLine(process.argv.slice(2));
dealbell(context, outdir).app.synth();
