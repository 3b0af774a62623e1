"""Mean ayanamshas of a black-box peer (pyswisseph, run only), for crates/astrology/tests/fixtures/ayanamshas.txt.

One line per ayanamsha: id and the values at 1900.0, 1950.0, 2000.0, 2050.0, 2100.0 (Julian years, TT) in degrees.
Usage: python ayanamshas.py > ../../astrology/tests/fixtures/ayanamshas.txt   (pyswisseph 2.10.3.2)
"""
import swisseph as swe

PEER = {
    "fagan-bradley": "FAGAN_BRADLEY", "lahiri": "LAHIRI", "lahiri-icrc": "LAHIRI_ICRC",
    "lahiri-vp285": "LAHIRI_VP285", "krishnamurti": "KRISHNAMURTI", "krishnamurti-vp291": "KRISHNAMURTI_VP291",
    "raman": "RAMAN", "usha-shashi": "USHASHASHI", "yukteshwar": "YUKTESHWAR", "djwhal-khul": "DJWHAL_KHUL",
    "true-citra": "TRUE_CITRA", "true-revati": "TRUE_REVATI", "true-pushya": "TRUE_PUSHYA",
    "true-mula": "TRUE_MULA", "suryasiddhanta": "SURYASIDDHANTA", "suryasiddhanta-mean-sun": "SURYASIDDHANTA_MSUN",
    "suryasiddhanta-revati": "SS_REVATI", "suryasiddhanta-citra": "SS_CITRA", "aryabhata": "ARYABHATA",
    "aryabhata-mean-sun": "ARYABHATA_MSUN", "aryabhata-522": "ARYABHATA_522", "babylonian-huber": "BABYL_HUBER",
    "babylonian-britton": "BABYL_BRITTON", "aldebaran-15-taurus": "ALDEBARAN_15TAU",
    "galactic-center-0-sagittarius": "GALCENT_0SAG",
    "galactic-center-gil-brand": "GALCENT_RGILBRAND", "galactic-center-mula-wilhelm": "GALCENT_MULA_WILHELM",
    "galactic-center-cochrane": "GALCENT_COCHRANE", "galactic-equator-iau1958": "GALEQU_IAU1958",
    "galactic-equator-true": "GALEQU_TRUE", "galactic-equator-mula": "GALEQU_MULA",
    "j2000": "J2000", "j1900": "J1900", "b1950": "B1950",
    "de-luce": "DELUCE", "jn-bhasin": "JN_BHASIN", "babylonian-kugler-1": "BABYL_KUGLER1",
    "babylonian-kugler-2": "BABYL_KUGLER2", "babylonian-kugler-3": "BABYL_KUGLER3",
    "babylonian-eta-piscium": "BABYL_ETPSC", "hipparchos": "HIPPARCHOS", "sassanian": "SASSANIAN",
    "galactic-alignment-mardyks": "GALALIGN_MARDYKS", "true-sheoran": "TRUE_SHEORAN",
    "galactic-equator-fiorenza": "GALEQU_FIORENZA", "valens-moon": "VALENS_MOON", "lahiri-1940": "LAHIRI_1940",
    "krishnamurti-swiss": "KRISHNAMURTI", "yukteshwar-swiss": "YUKTESHWAR", "usha-shashi-swiss": "USHASHASHI",
    "djwhal-khul-swiss": "DJWHAL_KHUL", "true-citra-mean": "TRUE_CITRA", "true-revati-mean": "TRUE_REVATI",
    "true-pushya-mean": "TRUE_PUSHYA", "true-mula-mean": "TRUE_MULA",
}
for name, peer in PEER.items():
    swe.set_sid_mode(getattr(swe, "SIDM_" + peer), 0, 0)
    values = [swe.get_ayanamsa_ex(2451545.0 + 365.25 * (year - 2000), swe.FLG_MOSEPH | swe.FLG_NONUT)[1]
              for year in (1900, 1950, 2000, 2050, 2100)]
    print(name, *(f"{value:.7f}" for value in values))
