/** In front of what a question does not ask for: "outside the US", "not in Germany", "other than seed". */
export const EXCLUDED =
  /(?:^| )(?:not (?:in |from |based in )?|non - |outside (?:of )?|except (?:for |in |from )?|excluding |without |other than )(?:an? |the )?$/;
