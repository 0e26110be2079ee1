/** Words that are right, although they are like a more frequent one: "resilience", "residence". Pure. */

/** Endings such as "s", "ed" and "ing" may follow. */
const RIGHT = `
acquittal admin admirer agility alert annul antiviral appliance arabica arbitrage archivist assemble
bagging bake balks barrister beet bidder binned biologics bleach blocker bottler brickmaker brine
budged bullion burner canner cartilage carton cashew catheter cautions cider clarifies cloning codec
coil coking comb commute conditioner conduit confectioner constipation consummate contradict
corrective creak crisp crisps crossfire curtail dearth debit decliner deepen defecting defies defy
dented devour digest dilute dinar discounter dispense dispose divert dosing droves electives
electrolyte energise enlargement enrolment escalator evaporate exchanger extinguisher extort
factoring fatten fattest faxed filler fillet financier fireman flake flaring flip flop forging fryer
graft hail halve halving hatter herding hiving hoist hypercare implanted inflamed infusion injure
insure intensify intimation invent inventing inventive inventor inventors inverter jeweller
jewellers kiln kilo lading lagged lander latex lessee lessor licensee lifer loaves lockout loom
majorities marlin materially melt mildew milled miller millet mite mixer modem moderation monopsony
moped mortgagor mull needling noddle noodle optimist outsourcer oven packager padel pane papermaker
parity pasties pasty peated pellet pensioner perfumer perk pickling pint planemaker planter postcode
prosthetic puree pursuer quantified quip racking ratifies ratifying ration razed reais realty
refiner refute reinstatement relabelled relegate relit remission renege repainted repelling repos
resent resilience restocked resumption retainer retentive retiree retort revocation rewiring ripen
riser riyal roost rosier router ruble scalp sceptical seabed sever shaming shave shingle shorted
shorten skid slime slum smash snare solder sorter sowing spanner spelt spindle spook stapler
stationer stipulation stitching stockroom stope stopper storeys stove stuttered subpoena subtitling
swaption swoon taker tamper tenner testbed toll toner toolmaker transistor trucked understated wager
wane waning warranted warranty watcher wean whittle wiper withering
`;

export const RIGHT_WORDS: ReadonlySet<string> = new Set(RIGHT.trim().split(/\s+/));
